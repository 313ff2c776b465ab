import { describe, expect, it } from 'vitest';
import type { CorsOptions } from '../../src/index.ts';
import { allowOf, contractOfPaths } from '../support/examples.ts';
import { startServer } from '../support/harness.ts';

const CONSOLE = 'https://console.example.com';
const OTHER = 'https://elsewhere.example.com';

/** Few paths start quickly. */
const contract = contractOfPaths('getPipe', 'createPipe', 'updatePipeState');

const serverFor = (cors: CorsOptions) => startServer({ contract, cors, validation: 'compiled' });

const asked = (origin: string, method: string) => ({
  method: 'OPTIONS',
  headers: {
    authorization: undefined,
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,if-match',
  },
});

describe('without the option', () => {
  it('no page of another origin is let in', async () => {
    const server = await startServer({ contract });
    for (const sent of [{ headers: { origin: CONSOLE } }, asked(CONSOLE, 'PATCH')]) {
      const { headers } = await server.call('getPipe', sent);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('a page of an origin that is let in', () => {
  it('has its preflight answered with the methods of the path, without a credential', async () => {
    const server = await serverFor({ origins: [CONSOLE], maxAgeSeconds: 600 });
    for (const operationId of ['getPipe', 'createPipe', 'updatePipeState']) {
      const answer = await server.call(operationId, asked(CONSOLE, 'PATCH'));
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': CONSOLE,
        'access-control-allow-methods': allowOf(operationId),
        'access-control-allow-headers': 'authorization,content-type,if-match',
        'access-control-max-age': '600',
        allow: allowOf(operationId),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(answer.headers.vary).toContain('Origin');
    }
    expect(server.reached).toEqual([]);
  });

  it('may read every answer, and every header that the contract declares', async () => {
    const server = await serverFor({ origins: [CONSOLE, OTHER] });
    for (const sent of [{}, { query: '?x=1' }, { path: '/nowhere' }, { headers: { authorization: '' } }]) {
      const answer = await server.call('getPipe', { ...sent, headers: { ...sent.headers, origin: CONSOLE } });
      expect(answer.headers['access-control-allow-origin']).toBe(CONSOLE);
      const exposed = answer.headers['access-control-expose-headers']?.toLowerCase().split(',') ?? [];
      expect(exposed).toEqual(
        expect.arrayContaining([
          'x-request-id',
          'etag',
          'ratelimit',
          'ratelimit-policy',
          'retry-after',
          'idempotency-replayed',
        ]),
      );
    }
  });

  it('may send what the browser holds if the server says so', async () => {
    const server = await serverFor({ origins: [CONSOLE], credentials: true });
    for (const sent of [{ headers: { origin: CONSOLE } }, asked(CONSOLE, 'GET')])
      expect((await server.call('getPipe', sent)).headers['access-control-allow-credentials']).toBe('true');
  });

  it('may be any page', async () => {
    const server = await serverFor({ origins: ['*'] });
    const { headers } = await server.call('getPipe', { headers: { origin: OTHER } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});

describe('a page of another origin', () => {
  it('is not let in, and caches are told that it depends', async () => {
    const server = await serverFor({ origins: [CONSOLE] });
    for (const origin of [OTHER, 'null', `${CONSOLE}.evil.example`, CONSOLE.toUpperCase()]) {
      for (const sent of [{ headers: { origin } }, asked(origin, 'GET')]) {
        const { headers } = await server.call('getPipe', sent);
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(headers).not.toHaveProperty('access-control-allow-methods');
        expect(headers.vary).toContain('Origin');
      }
    }
  });
});

describe('options that make no sense', () => {
  it.each([
    [{ origins: [] }, 'at least one origin'],
    [{ origins: ['*'], credentials: true }, 'would let every page act'],
    [{ origins: ['*', CONSOLE] }, 'beside other origins'],
    [{ origins: [`${CONSOLE}/`] }, 'as browsers write them'],
    [{ origins: ['console.example.com'] }, 'as browsers write them'],
    [{ origins: ['null'] }, 'as browsers write them'],
    [{ origins: [CONSOLE], maxAgeSeconds: -1 }, 'whole numbers from 0'],
  ])('keep the server from starting: %o', async (cors, reason) => {
    await expect(serverFor(cors)).rejects.toThrow(reason);
  });
});

import { describe, expect, test } from 'vitest';
import type { CorsOptions } from '../../src/index.ts';
import { allowOf, contractOfPaths } from '../support/examples.ts';
import { startServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

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
  test('no page of another origin is let in', async () => {
    const server = await startServer({ contract });
    for (const sent of [{ headers: { origin: CONSOLE } }, asked(CONSOLE, 'PATCH')]) {
      const { headers } = await server.call('getPipe', sent);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('a page of an origin that is let in', () => {
  test('gets the methods of the path from a preflight, without a credential', async () => {
    const server = await serverFor({ origins: [CONSOLE], maxAgeSeconds: 600 });
    for (const operationId of ['getPipe', 'createPipe', 'updatePipeState']) {
      const response = await server.call(operationId, asked(CONSOLE, 'PATCH'));
      expect(response.status).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': CONSOLE,
        'access-control-allow-methods': allowOf(operationId),
        'access-control-allow-headers': 'authorization,content-type,if-match',
        'access-control-max-age': '600',
        allow: allowOf(operationId),
      });
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(response.headers.vary).toContain('Origin');
    }
    expect(server.reached).toEqual([]);
  });

  test('may read every response, and every header that the contract declares', async () => {
    const server = await serverFor({ origins: [CONSOLE, OTHER] });
    for (const sent of [{}, { query: '?x=1' }, { path: '/nowhere' }, { headers: { authorization: '' } }]) {
      const response = await server.call('getPipe', {
        ...sent,
        headers: { ...sent.headers, origin: CONSOLE },
      });
      expect(response.headers['access-control-allow-origin']).toBe(CONSOLE);
      const exposed = response.headers['access-control-expose-headers']?.toLowerCase().split(',') ?? [];
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

  test('may send credentials if the server allows it', async () => {
    const server = await serverFor({ origins: [CONSOLE], credentials: true });
    for (const sent of [{ headers: { origin: CONSOLE } }, asked(CONSOLE, 'GET')])
      expect((await server.call('getPipe', sent)).headers['access-control-allow-credentials']).toBe('true');
  });

  test('may be any page', async () => {
    const server = await serverFor({ origins: ['*'] });
    const { headers } = await server.call('getPipe', { headers: { origin: OTHER } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});

describe('a page of another origin', () => {
  test('is not allowed, and caches learn that the response varies', async () => {
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

describe('invalid options', () => {
  test.each([
    [{ origins: [] }, 'at least one origin'],
    [{ origins: ['*'], credentials: true }, 'would let every page act'],
    [{ origins: ['*', CONSOLE] }, 'and other origins'],
    [{ origins: [`${CONSOLE}/`] }, 'as browsers write them'],
    [{ origins: ['console.example.com'] }, 'as browsers write them'],
    [{ origins: ['null'] }, 'as browsers write them'],
    [{ origins: [CONSOLE], maxAgeSeconds: -1 }, 'whole numbers of at least 0'],
  ])('keep the server from starting: %o', async (cors, reason) => {
    await expect(serverFor(cors)).rejects.toThrow(reason);
  });
});

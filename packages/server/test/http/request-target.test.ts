import { describe, expect, test } from 'vitest';
import { pathOf, validResponse } from '../support/examples.ts';
import { serverWith } from '../support/harness.ts';

const COLLECTION = pathOf('getPipe').replace(/\/[^/]+$/, '');

describe('encoded text in the path', () => {
  test.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e',
    '%252e%252e%252f',
    '..%5c..%5c',
    '..',
    '.',
    'a%2Fstate',
    '%3fx=1',
    '%23',
    '..;',
  ])('is data of the parameter and chooses no route: %s', async (segment) => {
    const server = await serverWith();
    const { status, body } = await server.call('getPipe', { path: `${COLLECTION}/${segment}` });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'pipeId' })]);
    expect(server.reached).toEqual([]);
  });

  test.each(['/../v1', '/%2e%2e/pipes', '//pipes', '/pipes/./x', '/pipes%2fx/../../y'])(
    'does not lead out of the contract: %s',
    async (rest) => {
      const server = await serverWith();
      const { status, body } = await server.call('getPipe', { path: `${pathOf('getPipe')}${rest}` });
      expect([status, body.code]).toEqual([404, 'path_not_found']);
      expect(server.reached).toEqual([]);
    },
  );

  test.each([
    ['a literal', (path: string) => path.replace('/pipes/', '/%70ipes/')],
    ['the version', (path: string) => path.replace('/v1/', '/%761/')],
    ['a backslash', (path: string) => `${path.replace('/pipes/', '\\pipes/')}#`],
  ])('chooses no route as %s', async (_what, written) => {
    const server = await serverWith();
    const { status, body } = await server.call('getPipe', { path: written(pathOf('getPipe')) });
    expect([status, body.code]).toEqual([404, 'path_not_found']);
    expect(server.reached).toEqual([]);
  });

  test('is decoded once', async () => {
    const seen: unknown[] = [];
    const server = await serverWith({
      getAlert: ({ params }) => {
        seen.push(params.alertId);
        return validResponse('getAlert');
      },
    });
    const responses = await Promise.all(
      ['%61bc', '%2561bc'].map((id) =>
        server.call('getAlert', { path: pathOf('getAlert').replace(/[^/]+$/, id) }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
    expect(seen).toEqual(['abc']);
  });
});

describe('a request target', () => {
  test('has no fragment, so that one is data', async () => {
    const server = await serverWith();
    const { status, body } = await server.call('getPipe', { path: `${pathOf('getPipe')}#x` });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'pipeId' })]);
    expect(server.reached).toEqual([]);
  });

  test('can be a whole URL', async () => {
    const server = await serverWith();
    const path = `http://penstock.example${pathOf('getPipe')}`;
    expect((await server.call('getPipe', { path })).status).toBe(200);
    expect((await server.call('getPipe', { path, query: '?x=1' })).status).toBe(400);
    expect((await server.call('getPipe', { path: 'http://penstock.example' })).status).toBe(404);
  });

  test.each(['http://[/v1', 'http://[::1/v1', 'http://'])(
    'gets no page of Express if it cannot be parsed: %s',
    async (path) => {
      const server = await serverWith();
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { status, headers, body } = await server.send({ method, path });
        expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
        expect(body).toMatchObject({ code: 'path_not_found', requestId: headers['x-request-id'] });
        expect(headers['content-security-policy']).toBeDefined();
      }
    },
  );
});

describe('NUL', () => {
  const rejected = (parameter: string) => [
    { parameter, code: 'invalid_format', message: 'must not contain NUL' },
  ];

  test('is rejected in the path', async () => {
    const server = await serverWith();
    const response = await server.call('getPipe', { path: `${COLLECTION}/a%00b` });
    expect([response.status, response.body.errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'pipeId', code: 'invalid_format' })],
    ]);
  });

  test('is rejected in the query, also in a repeated parameter', async () => {
    const server = await serverWith();
    for (const query of ['?cursor=%00', '?cursor=a&cursor=%00', '?limit=1&cursor=a%00b']) {
      const response = await server.call('listStackDashboards', { query });
      expect([response.status, response.body.errors]).toEqual([400, rejected('cursor')]);
    }
  });

  test('is no name of a parameter', async () => {
    const response = await (await serverWith()).call('listStackDashboards', { query: '?%00=a' });
    expect(response.body.errors).toEqual([expect.objectContaining({ code: 'unknown_parameter' })]);
  });

  test('is no NUL if it is encoded twice', async () => {
    const response = await (await serverWith()).call('listStackDashboards', { query: '?cursor=%2500' });
    expect(response.status).toBe(200);
  });
});

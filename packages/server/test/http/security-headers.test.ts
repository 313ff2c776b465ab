import { beforeAll, describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { readDeclaredResponses } from '../../src/responses/declared-responses.ts';
import { pathOf, requestExample } from '../support/examples.ts';
import { type Sent, startServer, type TestServer } from '../support/harness.ts';
import { responsesIn, talk } from '../support/raw-http.ts';

/** Headers of responses that the contract does not declare. */

let server: TestServer;

beforeAll(async () => {
  const rateLimit = { requests: 1_000_000, windowSeconds: 3600 };
  server = await startServer({
    contract: penstockContract,
    rateLimit,
    validation: 'compiled',
    lasting: true,
  });
});

const SECURITY = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

describe('security headers', () => {
  test.each<[string, number, Sent]>([
    ['a success', 200, {}],
    ['a rejected request', 400, { query: '?x=1' }],
    ['a rejected credential', 401, { headers: { authorization: undefined } }],
    ['an unknown path', 404, { path: '/nowhere' }],
    ['an unknown method', 405, { method: 'PUT' }],
    ['an undecodable path', 400, { path: pathOf('getPipe').replace(/[^/]+$/, '%zz') }],
    ['OPTIONS', 204, { method: 'OPTIONS' }],
    ['HEAD', 200, { method: 'HEAD' }],
  ])('are on the response to %s', async (_name, status, sent) => {
    const response = await server.call('getPipe', sent);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(SECURITY);
  });

  test('are on a response to invalid HTTP', async () => {
    const [response] = responsesIn(await talk(Number(new URL(server.url).port), 'hello\r\n\r\n'));
    expect(Object.fromEntries(response?.headers ?? [])).toMatchObject(SECURITY);
  });

  test('do not include Strict-Transport-Security or the name of the software', async () => {
    const { headers } = await server.call('getPipe');
    for (const name of ['strict-transport-security', 'x-powered-by', 'server', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name);
  });
});

describe('ETag', () => {
  const contracts = readDeclaredResponses(penstockContract);

  test.each(penstockContract.operations.map(({ operationId }) => operationId))(
    'is where the contract has it: %s',
    async (operationId) => {
      const operation = penstockContract.operations.find(
        (candidate) => candidate.operationId === operationId,
      );
      if (operation === undefined) throw new Error('unreachable');
      const sent = operation.requestBody === 'none' ? {} : { body: requestExample(operationId) };
      const response = await server.call(operationId, sent);
      expect(response.status).toBe(200);
      expect('etag' in response.headers).toBe(contracts.of(operation).get(200)?.headers.has('etag'));
    },
  );
});

import type { OpenApiDocument } from '@penstock/contract/reader';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../src/index.ts';

/*
 * Documents of other authors: they may lack security, problems and examples, and use any feature of OpenAPI 3.1.
 */

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: {
    securitySchemes: { header: { type: 'apiKey' }, key: { type: 'http', scheme: 'Basic' } },
    schemas: { Base: { type: 'object', properties: { id: { type: 'string' } } } },
  },
  paths: {
    '/open': {
      get: {
        responses: {
          200: {
            headers: { 'X-Flag': { schema: { type: 'boolean' }, example: true } },
            content: {
              'application/json': {
                schema: { allOf: [{ $ref: '#/components/schemas/Base' }] },
                examples: { one: { value: { id: 'a', more: 1 } } },
              },
            },
          },
        },
      },
      delete: { responses: { 204: { description: 'Deleted.' } } },
    },
    '/text': {
      get: {
        security: [{ header: [] }],
        responses: { default: { content: { 'text/plain': { examples: { one: { value: 'a text' } } } } } },
      },
    },
    '/closed': {
      post: {
        security: [{ key: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Base' } } } },
        responses: {
          200: { content: { 'application/json': { examples: { one: { value: {} } } } } },
          401: { description: 'No credentials.' },
          405: { description: 'Not this method.' },
        },
      },
    },
  },
};

async function startServer(...documents: OpenApiDocument[]) {
  const mock = await startMock({ port: 0, documents });
  onTestFinished(() => mock.close());
  return (path: string, init: RequestInit = {}) => fetch(mock.url + path, init);
}

test('operations without security or with an unknown scheme need no credentials', async () => {
  const send = await startServer(DOCUMENT);
  const response = await send('/open');
  expect(response.status).toBe(200);
  expect(response.headers.get('x-flag')).toBe('true');
  expect(await response.json()).toEqual({ id: 'a', more: 1 });
  expect((await send('/text')).status).toBe(200);
});

test('a response without a body has none', async () => {
  const send = await startServer(DOCUMENT);
  const response = await send('/open', { method: 'DELETE' });
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('problems are sent although the document has none', async () => {
  const send = await startServer(DOCUMENT);
  const headers = { authorization: 'Basic a2V5OnNlY3JldA==', 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: '{"id":1}' };
  const codes: Record<string, RequestInit> = {
    unauthenticated: { method: 'POST' },
    validation_failed: post,
    malformed_json: { ...post, body: '{' },
    unsupported_media_type: { ...post, headers: { ...headers, 'content-type': 'text/plain' } },
    method_not_allowed: { method: 'PUT' },
  };
  for (const [code, init] of Object.entries(codes))
    expect(await (await send('/closed', init)).json()).toMatchObject({ code });
  expect(await (await send('/unknown')).json()).toMatchObject({ code: 'path_not_found' });
});

test('a status that is documented without a body can be requested', async () => {
  const send = await startServer(DOCUMENT);
  const headers = { authorization: 'Basic a2V5OnNlY3JldA==', prefer: 'code=401' };
  const response = await send('/closed', { method: 'POST', headers });
  expect([response.status, await response.json()]).toEqual([401, {}]);
});

test('the first of two documents with the same operation responds', async () => {
  const changed = structuredClone(DOCUMENT);
  Object.assign(changed.paths['/open'] ?? {}, { get: { responses: { 200: {} } } });
  const send = await startServer(DOCUMENT, changed);
  expect(await (await send('/open')).json()).toEqual({ id: 'a', more: 1 });
});

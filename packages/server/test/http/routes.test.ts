import express from 'express';
import { describe, expect, test } from 'vitest';
import { allowOf, contractOfPaths, pathOf, requestExample, validResponse } from '../support/examples.ts';
import { serverWith, startServer } from '../support/harness.ts';

describe('routes', () => {
  test('responds to OPTIONS with the methods of the path, without a credential', async () => {
    const server = await serverWith();
    const response = await server.send({ method: 'OPTIONS', path: pathOf('getPipe') });
    expect(response.status).toBe(204);
    expect(response.headers.allow).toBe(allowOf('getPipe'));
    expect(response.headers['x-request-id']).toBeDefined();
    expect(response.text).toBe('');
    const unknown = await server.send({ method: 'OPTIONS', path: '/v1' });
    expect(unknown.status).toBe(404);
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const server = await serverWith();
    const get = await server.call('getPipe');
    const head = await server.call('getPipe', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe('application/json');
    const rejected = await server.call('getPipe', { method: 'HEAD', query: '?x=1' });
    expect([rejected.status, rejected.text]).toEqual([400, '']);
  });

  test('sends nothing that Express would add by itself', async () => {
    const server = await serverWith();
    const response = await server.call('listStackDashboards');
    expect(response.headers['x-powered-by']).toBeUndefined();
    expect(response.headers.etag).toBeUndefined();
    expect(response.headers['content-type']).toBe('application/json');
  });

  test('validates under any mount prefix', async () => {
    const server = await startServer({
      contract: contractOfPaths('getPipe'),
      mount: (app) => express().use('/somewhere/else', app),
    });
    const path = `/somewhere/else${pathOf('getPipe')}`;
    expect((await server.call('getPipe', { path })).status).toBe(200);
    expect((await server.call('getPipe', { path, query: '?x=1' })).status).toBe(400);
    expect((await server.call('getPipe', { path: `${path.replace(/[^/]+$/, 'nope')}` })).status).toBe(400);
    expect((await server.call('getPipe')).status).toBe(404);
  });

  test('gives the handler what was checked', async () => {
    let seen: unknown;
    const server = await serverWith({
      listStackDashboards: (request) => {
        seen = request;
        return validResponse('listStackDashboards');
      },
    });
    await server.call('listStackDashboards', { query: '?limit=7&cursor=a%2Fb' });
    expect(seen).toEqual({
      params: { organizationId: expect.any(String), serviceId: expect.any(String) },
      query: { limit: 7, cursor: 'a/b' },
      headers: {},
      body: undefined,
    });
    await server.call('listStackDashboards');
    expect(seen).toMatchObject({ query: { limit: 100 } });
  });

  test('gives headers under the spelling of the contract and the body as it was sent', async () => {
    let seen: { headers: unknown; body: unknown } | undefined;
    const server = await serverWith({
      updatePipe: (request) => {
        seen = request;
        return validResponse('updatePipe');
      },
    });
    const body = requestExample('updatePipe');
    await server.call('updatePipe', { body, headers: { 'if-match': '"7"', 'x-other': 'a' } });
    expect(seen?.headers).toEqual({ 'If-Match': '"7"' });
    expect(seen?.body).toEqual(body);
  });
});

import express from 'express';
import { describe, expect, test } from 'vitest';
import { type Contract, type OpenApiDocument, type Operation, penstockContract } from '../../src/contract.ts';
import { sendInProcess } from '../../src/http/in-process.ts';
import { proveAccess } from '../../src/start/self-test.ts';
import { contractOfPaths, operation } from '../support/examples.ts';
import { startServer } from '../support/harness.ts';

const SETTINGS_PATH = operation('getPipe').path;

function contractWith(change: {
  document?: (document: never) => object;
  operation?: (entry: Operation) => Operation;
}): Contract {
  const few = contractOfPaths('getPipe', 'getAlert');
  return {
    ...few,
    operations: few.operations.map(change.operation ?? ((entry) => entry)),
    document: (surface) => {
      const document = penstockContract.document(surface);
      return (change.document?.(document as never) ?? document) as OpenApiDocument;
    },
  };
}

describe('the self-test', () => {
  test('passes with any `servers` in the document', async () => {
    const contract = contractWith({
      document: (document: object) => ({ ...document, servers: [{ url: 'https://a.example/prefix' }] }),
    });
    const server = await startServer({ contract });
    expect((await server.call('getPipe', { query: '?x=1' })).status).toBe(400);
  });

  test('does not start if the document does not have a path of the table', async () => {
    const elsewhere = (entry: Operation): Operation =>
      entry.operationId === 'getPipe' ? { ...entry, path: `${SETTINGS_PATH}/elsewhere` } : entry;
    const contract = contractWith({ operation: elsewhere });
    await expect(startServer({ contract })).rejects.toThrow(/has no operation GET .*elsewhere/);
  });

  test('does not start if the validator accepts every request to an operation', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: object }> }) => {
        const item = document.paths[SETTINGS_PATH];
        if (item?.get) item.get = { ...item.get, 'x-eov-allow-unknown-query-parameters': true };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(
      'The server cannot start because its self-test failed: the validator did not reject an unknown query parameter of getPipe.',
    );
  });

  test('does not start if the validator confuses two operations', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: object }> }) => {
        const item = document.paths[SETTINGS_PATH];
        if (item?.get) item.get = { ...item.get, operationId: 'other' };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(
      `The server cannot start: for GET ${SETTINGS_PATH}, the validator finds other instead of getPipe.`,
    );
  });

  test('does not start if a response is not checked', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: { responses?: Record<string, unknown> } }> }) => {
        const responses = document.paths[SETTINGS_PATH]?.get?.responses;
        if (responses)
          responses['200'] = { description: 'anything', content: { 'application/json': { schema: {} } } };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(/does not check the 200 response of getPipe/);
  });

  test('does not start if an operation needs no credential', async () => {
    const anybody = (entry: Operation): Operation => ({ ...entry, security: [] });
    await expect(startServer({ contract: contractWith({ operation: anybody }) })).rejects.toThrow(
      /^\w+ declares no security, so the server does not serve it/,
    );
  });

  test('does not start if an operation names a scheme that is not known', async () => {
    const unknown = (entry: Operation): Operation => ({ ...entry, security: ['oauth'] });
    await expect(startServer({ contract: contractWith({ operation: unknown }) })).rejects.toThrow(
      /uses the security scheme oauth, which is neither HTTP Basic nor Bearer/,
    );
  });

  test('does not start if a path swallows all others', async () => {
    const swallow = (entry: Operation): Operation =>
      entry.operationId === 'getAlert' ? { ...entry, path: '/{alertId}' } : entry;
    const contract = contractWith({
      operation: swallow,
      document: (document: { paths: Record<string, object> }) => {
        const item = document.paths[operation('getAlert').path];
        return { ...document, paths: { ...document.paths, ...(item && { '/{alertId}': item }) } };
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(/an unknown path returns 401 instead of 404/);
  });

  test('rejects an app that accepts requests without a credential or has other paths', async () => {
    const open = express().use((_request, response) => void response.json({}));
    await expect(proveAccess(open, [operation('getPipe')])).rejects.toThrow(
      /getPipe responds with 200 to a request without a credential/,
    );
    await expect(proveAccess(open, [])).rejects.toThrow(/an unknown path returns 200 instead of 404/);
  });

  test('leaves Express apps able to serve real sockets', async () => {
    const contract = contractOfPaths('getPipe');
    const server = await startServer({ contract });
    await startServer({ contract });
    expect((await server.call('getPipe')).status).toBe(200);
  });
});

describe('in-process requests', () => {
  test('carry method, headers and body', async () => {
    const echo = express().use(express.text({ type: () => true }), (request, response) => {
      response
        .status(202)
        .json({ method: request.method, body: request.body, type: request.headers['content-type'] });
    });
    const response = await sendInProcess(echo, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'text/plain' },
      body: 'hi',
    });
    expect(response.status).toBe(202);
    expect(JSON.parse(response.body)).toEqual({ method: 'POST', body: 'hi', type: 'text/plain' });
  });
});

import express from 'express';
import { describe, expect, it } from 'vitest';
import { type Contract, type OpenApiDocument, type Operation, penstockContract } from '../../src/contract.ts';
import { ask } from '../../src/http/in-process.ts';
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
  it('is passed whatever the servers of the document say', async () => {
    const contract = contractWith({
      document: (document: object) => ({ ...document, servers: [{ url: 'https://a.example/prefix' }] }),
    });
    const server = await startServer({ contract });
    expect((await server.call('getPipe', { query: '?x=1' })).status).toBe(400);
  });

  it('refuses to start if the document does not have a path of the table', async () => {
    const elsewhere = (entry: Operation): Operation =>
      entry.operationId === 'getPipe' ? { ...entry, path: `${SETTINGS_PATH}/elsewhere` } : entry;
    const contract = contractWith({ operation: elsewhere });
    await expect(startServer({ contract })).rejects.toThrow(/has no path .*elsewhere/);
  });

  it('refuses to start if the validator lets an operation through', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: object }> }) => {
        const item = document.paths[SETTINGS_PATH];
        if (item?.get) item.get = { ...item.get, 'x-eov-allow-unknown-query-parameters': true };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(
      'The server cannot start, because its self-test failed: the validator did not refuse an unknown query parameter of getPipe.',
    );
  });

  it('refuses to start if the validator takes an operation for another', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: object }> }) => {
        const item = document.paths[SETTINGS_PATH];
        if (item?.get) item.get = { ...item.get, operationId: 'other' };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(
      `The server cannot start: the validator takes GET ${SETTINGS_PATH} for other instead of getPipe.`,
    );
  });

  it('refuses to start if an answer is not checked', async () => {
    const contract = contractWith({
      document: (document: { paths: Record<string, { get?: { responses?: Record<string, unknown> } }> }) => {
        const responses = document.paths[SETTINGS_PATH]?.get?.responses;
        if (responses)
          responses['200'] = { description: 'anything', content: { 'application/json': { schema: {} } } };
        return document;
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(/does not check the 200 answer of getPipe/);
  });

  it('refuses to start if an operation needs no credential', async () => {
    const anybody = (entry: Operation): Operation => ({ ...entry, security: [] });
    await expect(startServer({ contract: contractWith({ operation: anybody }) })).rejects.toThrow(
      /^\w+ declares no security; the server refuses to serve it/,
    );
  });

  it('refuses to start if an operation names a scheme that is not known', async () => {
    const unknown = (entry: Operation): Operation => ({ ...entry, security: ['oauth'] });
    await expect(startServer({ contract: contractWith({ operation: unknown }) })).rejects.toThrow(
      /asks for the security scheme oauth, which is neither HTTP Basic nor Bearer/,
    );
  });

  it('refuses to start if a path swallows all others', async () => {
    const swallow = (entry: Operation): Operation =>
      entry.operationId === 'getAlert' ? { ...entry, path: '/{alertId}' } : entry;
    const contract = contractWith({
      operation: swallow,
      document: (document: { paths: Record<string, object> }) => {
        const item = document.paths[operation('getAlert').path];
        return { ...document, paths: { ...document.paths, ...(item && { '/{alertId}': item }) } };
      },
    });
    await expect(startServer({ contract })).rejects.toThrow(/an unknown path answers 401 instead of 404/);
  });

  it('refuses an app that lets somebody in or knows other paths', async () => {
    const open = express().use((_request, response) => void response.json({}));
    await expect(proveAccess(open, [operation('getPipe')])).rejects.toThrow(
      /getPipe answers 200 to a request without a credential/,
    );
    await expect(proveAccess(open, [])).rejects.toThrow(/an unknown path answers 200 instead of 404/);
  });

  it('leaves Express apps able to serve real sockets', async () => {
    const contract = contractOfPaths('getPipe');
    const server = await startServer({ contract });
    await startServer({ contract });
    expect((await server.call('getPipe')).status).toBe(200);
  });
});

describe('in-process requests', () => {
  it('carry method, headers and body', async () => {
    const echo = express().use(express.text({ type: () => true }), (request, response) => {
      response
        .status(202)
        .json({ method: request.method, body: request.body, type: request.headers['content-type'] });
    });
    const answer = await ask(echo, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'text/plain' },
      body: 'hi',
    });
    expect(answer.status).toBe(202);
    expect(JSON.parse(answer.body)).toEqual({ method: 'POST', body: 'hi', type: 'text/plain' });
  });
});

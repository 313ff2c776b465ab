import express from 'express';
import { describe, expect, test } from 'vitest';
import { type Contract, type OpenApiDocument, type Operation, penstockContract } from '../../src/contract.ts';
import { sendInProcess } from '../../src/http/in-process.ts';
import { proveAccess } from '../../src/start/self-test.ts';
import { contractOfPaths, operation, requestExample } from '../support/examples.ts';
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
      'getPipe cannot be served because its self-test failed. The validator did not reject an unknown query parameter of getPipe.',
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
      `getPipe cannot be served because its self-test failed. For GET ${SETTINGS_PATH}, the validator finds other instead of getPipe.`,
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

/** Not the first operation of its surface, so that express-openapi-validator compiles it at its first request. */
const LATER = 'updatePipe';

describe('the self-test of an operation at its first request', () => {
  type Patch = { operationId: string; responses: Record<string, unknown> } & Record<string, unknown>;

  async function serverWithLater(change: (patch: Patch) => void, handlers = {}) {
    const contract = contractWith({
      document: (document: { paths: Record<string, { patch?: Patch }> }) => {
        const patch = document.paths[operation(LATER).path]?.patch;
        if (patch !== undefined) change(patch);
        return document;
      },
    });
    return startServer({ contract, handlers });
  }

  test.each<[string, (patch: Patch) => void, RegExp]>([
    [
      'accepts every request',
      (patch) => {
        patch['x-eov-allow-unknown-query-parameters'] = true;
      },
      /The validator did not reject an unknown query parameter of updatePipe\./,
    ],
    [
      'confuses it with another operation',
      (patch) => {
        patch.operationId = 'other';
      },
      /the validator finds other instead of updatePipe\./,
    ],
    [
      'does not check a response',
      (patch) => {
        patch.responses['200'] = { description: 'anything', content: { 'application/json': { schema: {} } } };
      },
      /The validator does not check the 200 response of updatePipe\./,
    ],
  ])('keeps it from being served, always, if the validator %s', async (_what, change, reason) => {
    const server = await serverWithLater(change);
    const body = requestExample(LATER);
    for (const query of ['', '', '?x=1']) {
      server.lines.length = 0;
      const response = await server.call(LATER, { body, query });
      expect([response.status, response.body.code]).toEqual([500, 'internal_error']);
      expect(server.lines).toEqual([
        expect.objectContaining({ level: 'error', message: expect.stringMatching(reason) }),
      ]);
      expect(server.lines[0]?.message).toMatch(
        /^updatePipe cannot be served because its self-test failed\. .* Correct the contract, or set validation to 'compiled', and start the server again\.$/,
      );
    }
    expect(server.reached).toEqual([]);
    expect((await server.call('getPipe')).status).toBe(200);
  });

  test('is not run for a caller without a credential', async () => {
    const server = await serverWithLater((patch) => {
      patch.operationId = 'other';
    });
    const response = await server.call(LATER, { headers: { authorization: undefined } });
    expect([response.status, server.lines]).toEqual([401, []]);
  });

  test('is run once for requests that arrive together, and all of them are served', async () => {
    const server = await serverWithLater(() => undefined);
    const body = requestExample(LATER);
    const responses = await Promise.all([1, 2, 3].map(() => server.call(LATER, { body })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('is run at start by the compiled engine', async () => {
    const validators = (entry: Operation) => {
      const compiled = penstockContract.validators(entry);
      if (compiled === undefined || entry.operationId !== LATER) return compiled;
      return { ...compiled, responses: { ...compiled.responses, 200: () => [] } };
    };
    const contract = { ...contractWith({}), validators };
    await expect(startServer({ contract, validation: 'compiled' })).rejects.toThrow(
      /updatePipe cannot be served .* The validator does not check the 200 response of updatePipe/,
    );
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

  test('fail if the app ends the connection', async () => {
    const ended = sendInProcess((request) => request.destroy(), { method: 'GET', path: '/a' });
    await expect(ended).rejects.toThrow('GET /a has no complete response.');
  });

  test('carry the headers of the response, and a body in parts', async () => {
    const { headers, body } = await sendInProcess(
      (_request, response) => {
        response.writeHead(200, { 'X-First': 'a: b' });
        response.write('one ');
        setImmediate(() => response.end('two'));
      },
      { method: 'GET', path: '/' },
    );
    expect([headers['x-first'], body]).toEqual(['a: b', 'one two']);
  });
});

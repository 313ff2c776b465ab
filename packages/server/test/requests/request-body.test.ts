import { request as sendRequest } from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { contractOfPaths, pathOf } from '../support/examples.ts';
import { credentialFor, startServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

/** Sends half a body and goes away. Resolves when the server has noticed, with what it has logged by then. */
async function interrupted(authenticate: (gone: Promise<void>) => Promise<void>) {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const server = await startServer({
    contract: contractOfPaths('createPipe'),
    security: {
      basicAuth: async ({ username }: { username: string }) => {
        asked.resolve();
        await authenticate(gone.promise);
        return { id: username };
      },
    },
    mount: (app) =>
      express().use((request, response, next) => {
        request.once('close', gone.resolve);
        // Whatever the server still does about it, it does in the turns right after.
        gone.promise.then(() => setImmediate(() => setImmediate(done.resolve)));
        app(request, response, next);
      }),
  });
  const request = sendRequest(`${server.url}${pathOf('createPipe')}`, {
    method: 'POST',
    headers: {
      authorization: credentialFor('management'),
      'content-type': 'application/json',
      'content-length': 100,
    },
  });
  request.on('error', () => undefined).write('{"name": ');
  await asked.promise;
  // A reset: at an end, Node itself responds with 400 and does not abort the request.
  request.socket?.resetAndDestroy();
  await done.promise;
  expect(server.reached).toEqual([]);
  return server.lines;
}

describe('a client that goes away in the middle of its body', () => {
  test('is no failure of the server, which would be logged', async () => {
    expect(await interrupted(async () => undefined)).toEqual([]);
  });

  test('is none before the server reads, either', async () => {
    expect(await interrupted((gone) => gone)).toEqual([]);
  });
});

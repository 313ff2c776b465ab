import express from 'express';
import { expect, test } from 'vitest';
import { type Observation, observe } from '../../src/http/observation.ts';
import { pathOf } from '../support/examples.ts';
import { startServer, useEngine } from '../support/harness.ts';

// These tests do not depend on the engine; this one starts faster.
useEngine('compiled');

test('returns to a middleware before the app what the server knew about a request when it ended', async () => {
  const observed: (Observation | undefined)[] = [];
  const server = await startServer({
    mount: (app) =>
      express()
        .use((_request, response, next) => {
          response.once('close', () => observed.push(observe(response)));
          next();
        })
        .use('/elsewhere', (_request, response) => void response.end())
        .use(app),
  });
  const responses = [
    await server.call('getPipe'),
    await server.send({ path: pathOf('getPipe') }),
    await server.send({ path: '/v1/nowhere' }),
  ];
  await server.send({ path: '/elsewhere' });
  await expect.poll(() => observed.length).toBe(4);
  expect(observed).toEqual([
    { requestId: expect.anything(), operation: expect.anything(), principalId: 'key-1' },
    { requestId: expect.anything(), operation: expect.anything(), principalId: undefined },
    { requestId: expect.anything(), operation: undefined, principalId: undefined },
    undefined,
  ]);
  const ids = responses.map(({ headers }) => headers['x-request-id']);
  expect(observed.slice(0, 3).map((observation) => observation?.requestId)).toEqual(ids);
  expect(observed.map((observation) => observation?.operation?.operationId)).toEqual([
    'getPipe',
    'getPipe',
    undefined,
    undefined,
  ]);
});

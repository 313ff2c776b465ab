import express from 'express';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Contract, penstockContract } from '../../../src/contract.ts';
import type { Step } from '../../../src/engines/express-openapi-validator/validator-steps.ts';
import {
  contractOfPaths,
  operation,
  RESPONSE_HEADERS,
  requestExample,
  responseExample,
} from '../../support/examples.ts';
import { type Handlers, startServer, type TestServer } from '../../support/harness.ts';

type Steps = typeof import('../../../src/engines/express-openapi-validator/validator-steps.ts');

interface Seen {
  lookups: number;
  readonly contentTypes: Set<unknown>;
}

const seen = vi.hoisted((): Seen => ({ lookups: 0, contentTypes: new Set() }));

// express-openapi-validator itself, with a record of its input.
vi.mock('../../../src/engines/express-openapi-validator/validator-steps.ts', async (importOriginal) => {
  const original = await importOriginal<Steps>();
  const validatorSteps: Steps['validatorSteps'] = (document, options) => {
    const ignorePaths = (path: string) => {
      const ignored = options.ignorePaths(path);
      if (!ignored) seen.lookups++;
      return ignored;
    };
    const watch: Step = (request, _response, next) => {
      seen.contentTypes.add(request.headers['content-type']);
      next();
    };
    return [watch, ...original.validatorSteps(document, { ...options, ignorePaths })];
  };
  return { ...original, validatorSteps };
});

/**
 * The operations of a fourth of the paths, and those on one pipe; each is compiled and looked up on its own. `pnpm verify` calls
 * all.
 */
const STRIDE = process.env.PENSTOCK_TEST_OPERATIONS === 'all' ? 1 : 4;
const PATHS = [...new Set(penstockContract.operations.map(({ path }) => path))].filter(
  (path, index) => index % STRIDE === 0 || path === operation('getPipe').path,
);
const CALLED: Contract = {
  ...penstockContract,
  operations: penstockContract.operations.filter(({ path }) => PATHS.includes(path)),
};

async function callEverything(
  server: TestServer,
  { operations }: Contract = CALLED,
  headers: Record<string, string> = {},
) {
  for (const { operationId, requestBody } of operations) {
    const body = requestBody === 'none' ? undefined : requestExample(operationId);
    const good = await server.call(operationId, { body, headers });
    expect([operationId, good.status]).toEqual([operationId, headers['content-type'] && body ? 415 : 200]);
    const bad = await server.call(operationId, {
      body: requestBody === 'none' ? undefined : {},
      query: '?x=1',
    });
    expect([operationId, bad.status]).toEqual([operationId, 400]);
  }
}

describe('the validator', () => {
  let server: TestServer;
  const handlers: Handlers = {};

  beforeAll(async () => {
    const rateLimit = { requests: 1_000_000, windowSeconds: 3600 };
    server = await startServer({ contract: CALLED, rateLimit, handlers, lasting: true });
  });

  beforeEach(() => seen.contentTypes.clear());

  test('looks a route up for the first request to an operation only, because that takes longer the more routes there are', async () => {
    await callEverything(server);
    expect(seen.lookups).toBeGreaterThan(0);
    seen.lookups = 0;
    await callEverything(server);
    expect(seen.lookups).toBe(0);
  });

  test('sees one media type, whatever callers invent, because it keeps a compiled check for each', async () => {
    await callEverything(server);
    await callEverything(server, CALLED, { 'content-type': 'application/json; x=1' });
    await callEverything(server, CALLED, { 'content-type': 'text/x-2' });
    expect([...seen.contentTypes].sort()).toEqual(['application/json', undefined]);
  });

  test('compiles an operation once: at its first request, or at the start', async () => {
    const compiled = vi.fn();
    const original = globalThis.Function;
    // Ajv compiles by `new Function`.
    globalThis.Function = new Proxy(original, {
      construct(target, parts) {
        compiled();
        return Reflect.construct(target, parts);
      },
    });
    try {
      // A server of its own, for which no other test has called anything.
      const contract = contractOfPaths('getPipe', 'createAlert');
      const fresh = await startServer({ contract });
      expect(compiled).toHaveBeenCalled();
      await callEverything(fresh, contract);
      compiled.mockClear();
      await callEverything(fresh, contract);
    } finally {
      globalThis.Function = original;
    }
    expect(compiled).not.toHaveBeenCalled();
  });

  test('leaves the request of Express and its app as they are', async () => {
    const touched = vi.fn();
    const fresh = await startServer({
      contract: contractOfPaths('getPipe'),
      mount: (app) =>
        express().use((request, response, next) => {
          vi.spyOn(app, 'param').mockImplementation(touched);
          response.once('finish', () =>
            touched(...['query', 'openapi'].filter((name) => Object.hasOwn(request, name))),
          );
          next();
        }, app),
    });
    await fresh.call('getPipe');
    expect(touched.mock.calls).toEqual([[]]);
  });

  test('stops at the first error of a body that could have half a million', async () => {
    const body = { name: 'a', fieldMappings: Array.from({ length: 20_000 }, () => 1) };
    const response = await server.call('updatePipe', { body });
    expect([response.status, response.body.errors.length]).toEqual([400, 1]);
    expect(response.body.errors[0].pointer).toMatch(/^\/fieldMappings/);
  });

  test('does not write into what a handler returned', async () => {
    const body = responseExample('getPipe') as { result: { createdAt: unknown } };
    body.result.createdAt = new Date('2026-11-20T10:00:00.000Z');
    handlers.getPipe = () => ({ status: 200, body, headers: RESPONSE_HEADERS });
    const response = await server.call('getPipe');
    expect([response.status, response.body.result.createdAt]).toEqual([200, '2026-11-20T10:00:00.000Z']);
    expect(body.result.createdAt).toBeInstanceOf(Date);
  });
});

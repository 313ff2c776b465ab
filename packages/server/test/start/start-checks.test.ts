import { describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { createManagementServer, createServer } from '../../src/index.ts';
import { contractOfPaths } from '../support/examples.ts';
import { startServer } from '../support/harness.ts';

const UNTYPED = createServer as unknown as (options: object) => Promise<unknown>;

const handlersOf = (surface: string) =>
  Object.fromEntries(
    penstockContract.operations
      .filter((operation) => operation.surface === surface)
      .map(({ operationId }) => [operationId, () => undefined]),
  );

const management = { handlers: handlersOf('management'), security: { basicAuth: () => undefined } };

describe('what JavaScript users can forget', () => {
  test('is all in one error', async () => {
    const { createPipe: _forgotten, getPipe: _too, ...rest } = management.handlers;
    const observability = {
      handlers: { ...handlersOf('observability'), getAlarm() {} },
      security: { bearer() {} },
    };
    const wrong = { management: { handlers: { ...rest, creatPipe() {} }, security: {} }, observability };
    await expect(UNTYPED(wrong)).rejects.toThrow(
      [
        'The server cannot start: management.handlers lacks a function for createPipe, getPipe: add it;',
        'management.handlers has creatPipe, but the surface has no such operation: remove or rename it;',
        'management.security lacks a function for basicAuth: add it;',
        'observability.handlers has getAlarm, but the surface has no such operation: remove or rename it;',
        'observability.security lacks a function for bearerAuth: add it;',
        'observability.security has bearer, but the surface has no such security scheme: remove or rename it.',
      ].join(' '),
    );
  });

  test('is noticed if it is no function or not there at all', async () => {
    const handlers = { ...management.handlers, getPipe: 'later' };
    await expect(UNTYPED({ management: { ...management, handlers } })).rejects.toThrow(
      /lacks a function for getPipe/,
    );
    await expect(UNTYPED({ management: { handlers: management.handlers } })).rejects.toThrow(
      /management.security must be an object/,
    );
    await expect(UNTYPED({ management: { ...management, authorize: true } })).rejects.toThrow(
      /management.authorize must be a function/,
    );
    await expect(UNTYPED({})).rejects.toThrow(/pass management, observability or both/);
  });
});

describe('the engine', () => {
  const created = (validation: string) => UNTYPED({ management, validation });

  test('is one of two', async () => {
    await expect(created('ajv')).rejects.toThrow(
      'The server cannot start: validation must be express-openapi-validator or compiled, not ajv.',
    );
    await expect(created('constructor')).rejects.toThrow(/not constructor/);
  });

  test('has validators for every operation, or does not start', async () => {
    const contract = { ...contractOfPaths('getPipe'), validators: () => undefined };
    await expect(startServer({ contract, validation: 'compiled' })).rejects.toThrow(
      /there are no compiled validators for getPipe, .*Generate them/,
    );
  });
});

describe('one surface alone', () => {
  test('starts, and takes handlers that are methods of a class', async () => {
    class Pipes {
      constructor() {
        Object.assign(this, management.handlers);
      }
    }
    const options = { handlers: new Pipes() as never, security: management.security as never };
    await expect(createManagementServer(options)).resolves.toBeTypeOf('function');
  });
});

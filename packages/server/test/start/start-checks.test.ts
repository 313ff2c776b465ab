import { describe, expect, it } from 'vitest';
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

const management = { handlers: handlersOf('management'), security: { apiKey: () => undefined } };

describe('what JavaScript users can forget', () => {
  it('is all in one error', async () => {
    const { createPipe: _forgotten, getPipe: _too, ...rest } = management.handlers;
    const observability = {
      handlers: { ...handlersOf('observability'), getAlarm() {} },
      security: { bearer() {} },
    };
    const wrong = { management: { handlers: { ...rest, creatPipe() {} }, security: {} }, observability };
    await expect(UNTYPED(wrong)).rejects.toThrow(
      [
        'The server cannot start: management.handlers lacks a function for createPipe, getPipe: add it;',
        'management.handlers has creatPipe, which is no operation of this surface: remove it or mend its name;',
        'management.security lacks a function for apiKey: add it;',
        'observability.handlers has getAlarm, which is no operation of this surface: remove it or mend its name;',
        'observability.security lacks a function for bearerToken: add it;',
        'observability.security has bearer, which is no security scheme of this surface: remove it or mend its name.',
      ].join(' '),
    );
  });

  it('is noticed if it is no function or not there at all', async () => {
    const handlers = { ...management.handlers, getPipe: 'later' };
    await expect(UNTYPED({ management: { ...management, handlers } })).rejects.toThrow(
      /lacks a function for getPipe/,
    );
    await expect(UNTYPED({ management: { handlers: management.handlers } })).rejects.toThrow(
      /management.security has to be an object/,
    );
    await expect(UNTYPED({ management: { ...management, authorize: true } })).rejects.toThrow(
      /management.authorize has to be a function/,
    );
    await expect(UNTYPED({})).rejects.toThrow(/pass management, observability or both/);
  });
});

describe('the engine', () => {
  const created = (validation: string) => UNTYPED({ management, validation });

  it('is one of two', async () => {
    await expect(created('ajv')).rejects.toThrow(
      'The server cannot start: validation is express-openapi-validator or compiled, not ajv.',
    );
    await expect(created('constructor')).rejects.toThrow(/not constructor/);
  });

  it('has validators for every operation, or does not start', async () => {
    const contract = { ...contractOfPaths('getPipe'), validators: () => undefined };
    await expect(startServer({ contract, validation: 'compiled' })).rejects.toThrow(
      /there are no compiled validators for getPipe, .*Generate them/,
    );
  });
});

describe('one surface alone', () => {
  it('starts, and takes handlers that are methods of a class', async () => {
    class Pipes {
      constructor() {
        Object.assign(this, management.handlers);
      }
    }
    const options = { handlers: new Pipes() as never, security: management.security as never };
    await expect(createManagementServer(options)).resolves.toBeTypeOf('function');
  });
});

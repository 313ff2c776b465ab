import { beforeEach, describe, expect, it, vi } from 'vitest';
import { penstockContract } from '../src/contract.ts';
import { createRequestValidation } from '../src/request-validation.ts';
import { operation, pathOf } from './examples.ts';
import { startServer } from './harness.ts';

type Step = (
  request: { openapi?: unknown; path: string },
  response: unknown,
  next: (error?: unknown) => void,
) => void;

const validator = vi.hoisted((): { steps: (Step | 'original')[] } => ({ steps: [] }));

// express-openapi-validator, or a broken one.
vi.mock('express-openapi-validator', async (importOriginal) => {
  const original = await importOriginal<typeof import('express-openapi-validator')>();
  const middleware: typeof original.middleware = (options) => {
    const steps = validator.steps.flatMap((step) =>
      step === 'original' ? original.middleware(options) : [step],
    );
    return steps as ReturnType<typeof middleware>;
  };
  return { ...original, middleware };
});

const passOn: Step = (_request, _response, next) => next();
const note =
  (operationId: string): Step =>
  (request, _response, next) => {
    request.openapi ??= { schema: { operationId } };
    next();
  };

const GET_PIPE = operation('getPipe');
const REQUEST = { url: pathOf('getPipe'), query: {}, headers: {}, params: {} } as never;

describe('the gate', () => {
  beforeEach(() => {
    validator.steps = ['original'];
  });

  it('is open for a request that was checked', async () => {
    const validate = await createRequestValidation(penstockContract, [GET_PIPE]);
    const sound = { organizationId: pathOf('getPipe').split('/')[3], serviceId: '', pipeId: '' };
    const params = { ...sound, serviceId: sound.organizationId, pipeId: sound.organizationId };
    const request = { url: pathOf('getPipe'), query: {}, headers: {}, params } as never;
    await expect(validate(request, undefined, GET_PIPE)).resolves.toMatchObject({ params });
  });

  it('is closed if the validator does nothing, and the server does not even start', async () => {
    validator.steps = [passOn];
    await expect(createRequestValidation(penstockContract, [GET_PIPE])).rejects.toThrow(
      /for no operation instead of getPipe/,
    );
    await expect(startServer()).rejects.toThrow(/The server refuses to start/);
  });

  it('is closed if the validator knows the operation and does not look at the request', async () => {
    validator.steps = [note('getPipe')];
    const validate = await createRequestValidation(penstockContract, [GET_PIPE]);
    await expect(validate(REQUEST, undefined, GET_PIPE)).rejects.toThrow(
      'The validator took a request to getPipe for no operation at all; it was not checked.',
    );
  });

  it('is closed for an operation that was not prepared, and if the validator fails', async () => {
    validator.steps = ['original'];
    const validate = await createRequestValidation(penstockContract, [GET_PIPE]);
    await expect(validate(REQUEST, undefined, operation('getAlert'))).rejects.toThrow(
      /getAlert has no validator/,
    );
    validator.steps = [
      note('getPipe'),
      (request, _response, next) => next(request.path === 'found' ? new TypeError('a bug') : undefined),
    ];
    const failing = await createRequestValidation(penstockContract, [GET_PIPE]);
    await expect(failing(REQUEST, undefined, GET_PIPE)).rejects.toThrow(/did not come to a verdict/);
  });
});

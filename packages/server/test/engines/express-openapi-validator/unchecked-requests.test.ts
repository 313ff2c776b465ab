import { beforeEach, describe, expect, test, vi } from 'vitest';
import { penstockContract } from '../../../src/contract.ts';
import { createRequestValidation } from '../../../src/engines/express-openapi-validator/request-validation.ts';
import type { Step } from '../../../src/engines/express-openapi-validator/validator-steps.ts';
import { operation, pathOf } from '../../support/examples.ts';
import { startServer } from '../../support/harness.ts';

type Steps = typeof import('../../../src/engines/express-openapi-validator/validator-steps.ts');

/** Replaces the validator, from its creation or from now on. */
const validator = vi.hoisted((): { made?: Step | undefined; now?: Step | undefined } => ({}));

// express-openapi-validator, or a broken one.
vi.mock('../../../src/engines/express-openapi-validator/validator-steps.ts', async (importOriginal) => {
  const original = await importOriginal<Steps>();
  const validatorSteps: Steps['validatorSteps'] = (document, options) => {
    const steps = validator.made ? [validator.made] : original.validatorSteps(document, options);
    return steps.map(
      (step) =>
        (...parameters) =>
          (validator.now ?? step)(...parameters),
    );
  };
  return { ...original, validatorSteps };
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
    validator.made = undefined;
    validator.now = undefined;
  });

  test('is open for a request that was checked', async () => {
    const { validate } = createRequestValidation(penstockContract, [GET_PIPE]);
    const sound = { organizationId: pathOf('getPipe').split('/')[3], serviceId: '', pipeId: '' };
    const params = { ...sound, serviceId: sound.organizationId, pipeId: sound.organizationId };
    const request = { url: pathOf('getPipe'), query: {}, headers: {}, params } as never;
    await expect(validate(request, undefined, GET_PIPE)).resolves.toMatchObject({ params });
  });

  test('is closed if the validator does nothing, and the server does not even start', async () => {
    validator.made = passOn;
    const { prepare, validate } = createRequestValidation(penstockContract, [GET_PIPE]);
    await expect(prepare(GET_PIPE)).rejects.toThrow(/the validator finds no operation instead of getPipe/);
    await expect(validate(REQUEST, undefined, GET_PIPE)).rejects.toThrow(/the validator finds no operation/);
    await expect(startServer()).rejects.toThrow(/the validator finds no operation instead of/);
    await expect(startServer({ validateResponses: false })).rejects.toThrow(
      /cannot be served because its self-test failed/,
    );
  });

  test('is closed if the validator finds the operation and rejects nothing', async () => {
    validator.made = note('getPipe');
    const { prepare, validate } = createRequestValidation(penstockContract, [GET_PIPE]);
    const reason = 'The validator did not reject an unknown query parameter of getPipe.';
    await expect(prepare(GET_PIPE)).rejects.toThrow(reason);
    await expect(validate(REQUEST, undefined, GET_PIPE)).rejects.toThrow(reason);
  });

  test('is closed if the validator stops looking at requests', async () => {
    const { prepare, validate } = createRequestValidation(penstockContract, [GET_PIPE]);
    await prepare(GET_PIPE);
    validator.now = note('getPipe');
    await expect(validate(REQUEST, undefined, GET_PIPE)).rejects.toThrow(
      'The request to getPipe was not checked: the validator recognised no operation.',
    );
  });

  test('is closed for an operation that was not prepared, and if the validator fails', async () => {
    const { prepare, validate } = createRequestValidation(penstockContract, [GET_PIPE]);
    await expect(validate(REQUEST, undefined, operation('getAlert'))).rejects.toThrow(
      /getAlert has no validator/,
    );
    await prepare(GET_PIPE);
    validator.now = (_request, _response, next) => next(new TypeError('a bug'));
    await expect(validate(REQUEST, undefined, GET_PIPE)).rejects.toThrow(
      /The validator failed to check the request/,
    );
  });
});

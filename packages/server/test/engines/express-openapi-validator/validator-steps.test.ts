import { expect, test, vi } from 'vitest';
import { type OpenApiDocument, penstockContract } from '../../../src/contract.ts';
import { partOfDocument } from '../../../src/document-part.ts';
import { createEngine, recognise } from '../../../src/engines/express-openapi-validator/validator-engine.ts';
import { validatorSteps } from '../../../src/engines/express-openapi-validator/validator-steps.ts';

const CHECKS = { validateRequests: { allErrors: true }, validateResponses: {} };

test('compiles no schema before the first request, because a contract has hundreds', () => {
  const document = penstockContract.document('management');
  const compiled = vi.fn();
  const original = globalThis.Function;
  // Ajv compiles by `new Function`.
  globalThis.Function = new Proxy(original, { construct: compiled });
  try {
    const part = partOfDocument(document, Object.keys(document.paths), 'responses');
    validatorSteps(part, { ...CHECKS, ignorePaths: () => false });
  } finally {
    globalThis.Function = original;
  }
  expect(compiled).not.toHaveBeenCalled();
});

test('finds a path without parameters before a path that has one in the same segment', async () => {
  const operation = (operationId: string) => ({ get: { operationId, responses: {} } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const document = {
    openapi: '3.1.0',
    info: { title: 'paths', version: '1' },
    paths: {
      '/pipes/{id}': { get: { ...operation('getPipe').get, parameters } },
      '/pipes/search': operation('searchPipes'),
    },
  } as unknown as OpenApiDocument;
  const engine = createEngine(document, { validateRequests: { allowUnknownQueryParameters: false } });
  const found = { operationId: 'searchPipes', method: 'get', path: '/pipes/search' } as const;
  const { openapi } = await recognise(engine, found);
  expect(openapi.schema?.operationId).toBe('searchPipes');
});

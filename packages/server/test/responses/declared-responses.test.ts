import type { OperationValidators } from '@penstock/contract/validators';
import { describe, expect, test } from 'vitest';
import { type Operation, penstockContract } from '../../src/contract.ts';
import { readDeclaredResponses } from '../../src/responses/declared-responses.ts';
import { contractOfPaths, contractWith, operation } from '../support/examples.ts';
import { startServer } from '../support/harness.ts';

const FEW = contractOfPaths('getPipe');

// biome-ignore lint/suspicious/noExplicitAny: tests break documents in every way
const started = (change: (document: any) => void) => startServer({ contract: contractWith(FEW, change) });

function withoutHeaderValidator(entry: Operation): OperationValidators | undefined {
  const validators = FEW.validators(entry);
  return validators && { ...validators, responseHeaders: { ...validators.responseHeaders, 200: () => [] } };
}

describe('the server does not start with a contract', () => {
  const { path } = operation('getPipe');

  test('that does not declare the statuses which the server itself sends', async () => {
    await expect(started(({ paths }) => delete paths[path].get.responses[429])).rejects.toThrow(
      'The server cannot start: getPipe does not declare 429, although the server can respond with it.',
    );
    await expect(started(({ paths }) => delete paths[path].patch.responses[415])).rejects.toThrow(
      /updatePipe does not declare 415/,
    );
  });

  test('that offers a choice of media types, or one that is no JSON', async () => {
    const media = { schema: { type: 'string' } };
    const respondingWith = (content: object) =>
      started(({ paths }) => {
        paths[path].get.responses[200] = { description: '', content };
      });
    await expect(respondingWith({ 'application/json': media, 'text/csv': media })).rejects.toThrow(
      'The server cannot start: the 200 response of getPipe must have one media type, and it must be JSON.',
    );
    await expect(respondingWith({ 'text/csv': media })).rejects.toThrow(
      /must have one media type, and it must be JSON/,
    );
  });

  test.each([
    ['no validators at all', () => undefined],
    ['no validator for the headers of a status', withoutHeaderValidator],
  ])('that has %s', async (_what, validators) => {
    const operations = FEW.operations.filter(({ operationId }) => operationId === 'getPipe');
    await expect(startServer({ contract: { ...FEW, operations, validators } })).rejects.toThrow(
      'The server cannot start because its self-test failed: the headers of the 200 response of getPipe have no validator; generate it.',
    );
  });

  test('whose response schemas do not list their properties', async () => {
    await expect(
      started(({ components }) => {
        components.schemas.Pipe = { anyOf: [components.schemas.Pipe] };
      }),
    ).rejects.toThrow(
      /^The server cannot start: .*: a response schema uses anyOf, so the server cannot determine which properties are declared/,
    );
  });
});

describe('the contract', () => {
  test('declares one JSON media type for each response of each operation', () => {
    const contracts = readDeclaredResponses(penstockContract);
    for (const entry of penstockContract.operations) {
      for (const [status, { mediaType }] of contracts.of(entry))
        expect([entry.operationId, status, mediaType]).toEqual([
          entry.operationId,
          status,
          status < 400 ? 'application/json' : 'application/problem+json',
        ]);
    }
  });
});

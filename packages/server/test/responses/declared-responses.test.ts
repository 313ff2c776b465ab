import { describe, expect, test } from 'vitest';
import { penstockContract } from '../../src/contract.ts';
import { readDeclaredResponses } from '../../src/responses/declared-responses.ts';
import { contractOfPaths, contractWith, operation } from '../support/examples.ts';
import { startServer } from '../support/harness.ts';

const FEW = contractOfPaths('getPipe');

// biome-ignore lint/suspicious/noExplicitAny: tests break documents in every way
const started = (change: (document: any) => void) => startServer({ contract: contractWith(FEW, change) });

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
    ['a keyword', { type: 'string', minLength: 3 }, 'minLength: 3'],
    ['a format', { type: 'string', format: 'uri' }, 'format: uri'],
    ['a type', { type: 'array', items: {} }, 'its type array'],
  ])('that has %s in a header which the server cannot check', async (_what, schema, place) => {
    await expect(
      started(({ components }) => {
        components.headers.ETag.schema = schema;
      }),
    ).rejects.toThrow(
      `The server cannot start: it does not know how to check ${place} of the header ETag. Add it to header-check.ts.`,
    );
  });

  test('whose response schemas do not list their properties', async () => {
    await expect(
      started(({ components }) => {
        components.schemas.Pipe = { anyOf: [components.schemas.Pipe] };
      }),
    ).rejects.toThrow(
      /a response schema uses anyOf, so the server cannot determine which properties are declared/,
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

import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Operation, penstockContract } from '../../src/contract.ts';
import { loadEngine } from '../../src/engines/engine.ts';
import type { ValidateResponse, ValidationEngine } from '../../src/engines/validation.ts';
import { describedOperation, resolveReference } from '../../src/path-document.ts';
import { ContractViolation } from '../../src/responses/contract-violation.ts';
import { readDeclaredResponses } from '../../src/responses/declared-responses.ts';
import { nearly, valuesOf } from '../support/generated-values.ts';

/** Both engines get the same bodies of answers and have to agree on which of them fit. */
const judges = {} as Record<ValidationEngine, ValidateResponse>;

/** Fixed, as for the requests. */
const SEED = 20261120;
const ANSWERS = 40;

const { operations } = penstockContract;
const contracts = readDeclaredResponses(penstockContract);
const documents = {
  management: penstockContract.document('management'),
  observability: penstockContract.document('observability'),
};

beforeAll(async () => {
  for (const name of ['express-openapi-validator', 'compiled'] as const) {
    const engine = await loadEngine(name);
    judges[name] = await engine.answers(penstockContract, operations);
  }
});

function bodiesOf(operation: Operation, status: number, mediaType: string): Arbitrary<unknown> {
  const document = documents[operation.surface];
  const response = resolveReference(document, describedOperation(document, operation).responses[status]);
  const { content } = response as { content: Record<string, { schema: unknown }> };
  const good = valuesOf(document, content[mediaType]?.schema);
  return fc.oneof({ weight: 1, arbitrary: good }, { weight: 2, arbitrary: nearly(good) });
}

/** Whether an engine lets an answer out. It gets a fresh object, because it may write into it. */
function letsOut(
  judge: ValidationEngine,
  ...[operation, status, mediaType, body]: Parameters<ValidateResponse>
) {
  try {
    judges[judge](operation, status, mediaType, JSON.parse(JSON.stringify(body)));
    return true;
  } catch (error) {
    if (error instanceof ContractViolation) return false;
    throw error;
  }
}

describe.each(operations)('$operationId', (operation) => {
  it('has its answers judged the same by both engines', () => {
    const judged = new Set<boolean>();
    for (const [status, { mediaType }] of contracts.of(operation)) {
      if (mediaType === undefined) continue;
      const property = fc.property(bodiesOf(operation, status, mediaType), (body) => {
        const usual = letsOut('express-openapi-validator', operation, status, mediaType, body);
        expect(letsOut('compiled', operation, status, mediaType, body)).toBe(usual);
        judged.add(usual);
      });
      fc.assert(property, { seed: SEED, numRuns: ANSWERS });
    }
    // The answers are of both kinds, or nothing has been judged.
    expect(judged).toEqual(new Set([true, false]));
  });
});

import { readOperation } from '@penstock/contract/reader';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Operation, penstockContract } from '../../src/contract.ts';
import { loadEngine } from '../../src/engines/engine.ts';
import type { ValidateResponse, ValidationEngine } from '../../src/engines/validation.ts';
import { ContractViolation } from '../../src/responses/contract-violation.ts';
import { readDeclaredResponses } from '../../src/responses/declared-responses.ts';
import { nearly, valuesOf } from '../support/generated-values.ts';

/** Both engines get the same response bodies and must agree on which are valid. */
const engines = {} as Record<ValidationEngine, ValidateResponse>;

/** Fixed, as for the requests. */
const SEED = 20261120;
/** Each operation declares the same problems. `pnpm verify` compares the verdicts on those of every operation. */
const EVERY_PROBLEM = process.env.PENSTOCK_TEST_PROBLEMS === 'all';
/** Of each status. */
const RESPONSES = EVERY_PROBLEM ? 40 : 15;

const { operations } = penstockContract;
const contracts = readDeclaredResponses(penstockContract);
const documents = {
  management: penstockContract.document('management'),
  observability: penstockContract.document('observability'),
};

beforeAll(async () => {
  for (const name of ['express-openapi-validator', 'compiled'] as const) {
    const engine = await loadEngine(name);
    engines[name] = await engine.responses(penstockContract, operations);
  }
});

function bodiesOf(operation: Operation, status: number, mediaType: string): Arbitrary<unknown> {
  const document = documents[operation.surface];
  const { responses } = readOperation(document, operation.path, operation.method);
  const good = valuesOf(document, responses.get(String(status))?.content?.[mediaType]?.schema);
  return fc.oneof({ weight: 1, arbitrary: good }, { weight: 2, arbitrary: nearly(good) });
}

/** Whether an engine accepts a response. It gets a copy, because it may write into it. */
function accepts(
  engine: ValidationEngine,
  ...[operation, status, mediaType, body]: Parameters<ValidateResponse>
) {
  try {
    engines[engine](operation, status, mediaType, JSON.parse(JSON.stringify(body)));
    return true;
  } catch (error) {
    if (error instanceof ContractViolation) return false;
    throw error;
  }
}

const comparedProblems = new Set<string>();

/** Whether the verdicts on this response were compared for another operation. */
function isRepeated({ surface }: Operation, status: number): boolean {
  if (EVERY_PROBLEM || status < 400 || status === 500) return false;
  const problem = `${surface} ${status}`;
  const isKnown = comparedProblems.has(problem);
  comparedProblems.add(problem);
  return isKnown;
}

describe.each(operations)('$operationId', (operation) => {
  test('both engines accept the same responses', () => {
    const verdicts = new Set<boolean>();
    for (const [status, { mediaType }] of contracts.of(operation)) {
      if (mediaType === undefined || isRepeated(operation, status)) continue;
      const property = fc.property(bodiesOf(operation, status, mediaType), (body) => {
        const usual = accepts('express-openapi-validator', operation, status, mediaType, body);
        expect(accepts('compiled', operation, status, mediaType, body)).toBe(usual);
        verdicts.add(usual);
      });
      fc.assert(property, { seed: SEED, numRuns: RESPONSES });
    }
    // Both valid and invalid responses were generated.
    expect(verdicts).toEqual(new Set([true, false]));
  });
});

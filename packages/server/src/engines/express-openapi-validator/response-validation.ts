import type { Contract, OpenApiDocument, Operation } from '../../contract.ts';
import { describedOperation, partOfDocument, resolveReference } from '../../path-document.ts';
import { ContractViolation } from '../../responses/contract-violation.ts';
import type { ValidateResponse } from '../validation.ts';
import { createEngine, recognise, type StandInResponse } from './validator-engine.ts';

/**
 * A check for every answer of every operation. The validator compiles all of them at the first answer that it sees:
 * that of the self-test.
 */
export async function createResponseValidation(
  contract: Contract,
  operations: readonly Operation[],
): Promise<ValidateResponse> {
  const checks = new Map<Operation['surface'], ValidateResponse>();
  for (const [surface, ofSurface] of Map.groupBy(operations, (operation) => operation.surface)) {
    const check = await createSurfaceCheck(contract.document(surface), ofSurface);
    checks.set(surface, check);
  }
  return (operation, ...answer) => {
    const check = checks.get(operation.surface);
    if (check === undefined)
      throw new ContractViolation(`${operation.operationId} has no validator for its answers.`);
    check(operation, ...answer);
  };
}

/**
 * The validator hooks itself into `response.json`. Here it hooks into that of a stand-in, once; the hook is
 * synchronous, so one stand-in serves all answers.
 */
async function createSurfaceCheck(
  document: OpenApiDocument,
  operations: readonly Operation[],
): Promise<ValidateResponse> {
  let mediaType = '';
  let violation: unknown;
  const response: StandInResponse = {
    statusCode: FIRST_NUMBER,
    headersSent: false,
    getHeaders: () => ({ 'content-type': mediaType }),
    json: (body) => body,
  };
  const { catalogue, numbers } = responseCatalogue(document, operations);
  const engine = createEngine(catalogue, {
    validateResponses: { removeAdditional: false, coerceTypes: false },
  });
  await recognise(engine, CATALOGUE, response, (error) => {
    violation = error;
  });
  const hook = response.json;
  return (operation, status, type, body) => {
    mediaType = type;
    violation = undefined;
    response.statusCode = numbers.get(responseKey(operation, status)) ?? status;
    hook.call(response, body);
    if (violation !== undefined) throw breach(operation, status, violation);
  };
}

/** The one operation of the catalogue. It has every answer of the surface, each under a number of its own. */
const CATALOGUE = { operationId: 'answers', method: 'get', path: '/answers' } as const;
const FIRST_NUMBER = 200;
const LAST_NUMBER = 499;

/**
 * A document with one operation that has each distinct content of the surface's answers once.
 *
 * Traps closed by it: the validator looks at no answer from 500 on, but it does so under these numbers; it looks the
 * route of each answer up among all routes; and it compiles the same problem schema anew for each status of each
 * operation, each time inside a schema that holds the whole document.
 */
function responseCatalogue(document: OpenApiDocument, operations: readonly Operation[]) {
  const numbers = new Map<string, number>();
  const numberOfContent = new Map<string, number>();
  const responses: Record<string, unknown> = {};
  for (const operation of operations) {
    for (const [status, response] of Object.entries(describedOperation(document, operation).responses)) {
      const content = contentOf(document, response);
      const key = JSON.stringify(content);
      const number = numberOfContent.get(key) ?? FIRST_NUMBER + numberOfContent.size;
      numberOfContent.set(key, number);
      numbers.set(responseKey(operation, Number(status)), number);
      responses[number] = { description: '', ...(content === undefined ? {} : { content }) };
    }
  }
  if (FIRST_NUMBER + numberOfContent.size - 1 > LAST_NUMBER)
    throw new Error('The contract has too many distinct answers.');
  const paths = {
    [CATALOGUE.path]: { [CATALOGUE.method]: { operationId: CATALOGUE.operationId, responses } },
  } as OpenApiDocument['paths'];
  return { catalogue: partOfDocument({ ...document, paths }, [CATALOGUE.path], 'answers'), numbers };
}

function responseKey({ operationId }: Operation, status: number): string {
  return `${operationId} ${status}`;
}

/** The content of a response without its examples. */
function contentOf(document: OpenApiDocument, response: unknown): Record<string, unknown> | undefined {
  const { content } = resolveReference(document, response) as {
    content?: Record<string, { schema?: unknown }>;
  };
  if (content === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema }]) => [mediaType, { schema }]),
  );
}

function breach(operation: Operation, status: number, violation: unknown): ContractViolation {
  const reason = violation instanceof Error ? violation.message : String(violation);
  return new ContractViolation(
    `The ${status} answer of ${operation.operationId} does not fit the contract: ${reason}`,
  );
}

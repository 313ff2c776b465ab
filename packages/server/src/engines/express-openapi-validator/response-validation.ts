import {
  type ContentObject,
  type OpenApiDocument,
  type ResponseObject,
  readOperation,
} from '@penstock/contract/reader';
import {
  createVariantCheck,
  type FindVariantErrors,
  type ValidationError,
} from '@penstock/contract/validators';
import type { Contract, Operation } from '../../contract.ts';
import { partOfDocument } from '../../document-part.ts';
import { ContractViolation } from '../../responses/contract-violation.ts';
import type { ValidateResponse } from '../validation.ts';
import { createEngine, type Recognised, recognise, type StandInResponse } from './validator-engine.ts';

/** Creates a check for every response of every operation. Each is compiled at its first use. */
export async function createResponseValidation(
  contract: Contract,
  operations: readonly Operation[],
): Promise<ValidateResponse> {
  const checks = new Map<Operation['surface'], ValidateResponse>();
  for (const [surface, ofSurface] of Map.groupBy(operations, (operation) => operation.surface)) {
    const check = await createSurfaceCheck(contract.document(surface), ofSurface);
    checks.set(surface, check);
  }
  return (operation, ...response) => {
    const check = checks.get(operation.surface);
    if (check === undefined)
      throw new ContractViolation(`${operation.operationId} has no validator for its responses.`);
    check(operation, ...response);
  };
}

/**
 * The validator replaces `response.json` by a function that checks the body. Here it replaces that of a stand-in, once;
 * the function is synchronous, so one stand-in serves all responses. The function reads the operation from the request at
 * every call, so that the request selects what is compiled.
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
  const { catalogue, numbers, variantChecks } = responseCatalogue(document, operations);
  const engine = createEngine(catalogue, {
    validateResponses: { removeAdditional: false, coerceTypes: false },
  });
  const request = await recognise(engine, CATALOGUE, {}, response, (error) => {
    violation = error;
  });
  const hook = response.json;
  const entries = new Map(
    [...new Set(numbers.values())].map((number) => [number, onlyResponse(request.openapi, number)]),
  );
  return (operation, status, type, body) => {
    const number = numbers.get(responseKey(operation, status));
    const entry = entries.get(number ?? 0);
    if (number === undefined || entry === undefined)
      throw violationOf(operation, status, 'the contract does not declare it');
    mediaType = type;
    violation = undefined;
    response.statusCode = number;
    request.openapi = entry;
    hook.call(response, body);
    if (violation !== undefined) throw violationOf(operation, status, violation);
    const errors = variantChecks.get(number)?.(body) ?? [];
    if (errors.length > 0) throw violationOf(operation, status, describe(errors));
  };
}

/** Reduces the operation of the catalogue to one response: the validator compiles all responses of a route at once. */
function onlyResponse({ expressRoute, _responseSchema, ...rest }: Recognised, number: number): Recognised {
  return {
    ...rest,
    expressRoute: `${expressRoute}/${number}`,
    _responseSchema: { responses: { [number]: _responseSchema?.responses[number] } },
  };
}

/** The only operation of the catalogue. It has every response of the surface, each with its own number. */
const CATALOGUE = { operationId: 'responses', method: 'get', path: '/responses' } as const;
const FIRST_NUMBER = 200;
const LAST_NUMBER = 499;

/**
 * Returns a document with one operation that has each distinct content of the surface's responses once.
 *
 * It avoids three traps: the validator skips responses from 500 on, but not under these numbers; it looks up the route of
 * each response among all routes; and it compiles the same problem schema for each status of each operation, each time
 * inside a schema that contains the whole document.
 */
function responseCatalogue(document: OpenApiDocument, operations: readonly Operation[]) {
  const numbers = new Map<string, number>();
  const numberOfContent = new Map<string, number>();
  const responses: Record<string, ResponseObject> = {};
  const variantsOf = createVariantCheck(document);
  const variantChecks = new Map<number, FindVariantErrors>();
  for (const operation of operations) {
    const described = readOperation(document, operation.path, operation.method);
    for (const [status, response] of described.responses) {
      const content = withoutExamples(response.content);
      const key = JSON.stringify(content);
      const number = numberOfContent.get(key) ?? FIRST_NUMBER + numberOfContent.size;
      numberOfContent.set(key, number);
      numbers.set(responseKey(operation, Number(status)), number);
      responses[number] = { description: '', ...(content === undefined ? {} : { content }) };
      const schema = Object.values(content ?? {})[0]?.schema;
      if (schema !== undefined) variantChecks.set(number, variantsOf(schema));
    }
  }
  if (FIRST_NUMBER + numberOfContent.size - 1 > LAST_NUMBER)
    throw new Error('The contract has too many distinct responses.');
  const paths = {
    [CATALOGUE.path]: { [CATALOGUE.method]: { operationId: CATALOGUE.operationId, responses } },
  } as OpenApiDocument['paths'];
  return {
    catalogue: partOfDocument({ ...document, paths }, [CATALOGUE.path], 'responses'),
    numbers,
    variantChecks,
  };
}

function responseKey({ operationId }: Operation, status: number): string {
  return `${operationId} ${status}`;
}

function withoutExamples(content: ContentObject | undefined): ContentObject | undefined {
  if (content === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, { schema }]) => [
      mediaType,
      schema === undefined ? {} : { schema },
    ]),
  );
}

function describe(errors: readonly ValidationError[]): string {
  return errors.map(({ pointer, message }) => `${pointer || 'the body'} ${message}`).join('; ');
}

function violationOf(operation: Operation, status: number, violation: unknown): ContractViolation {
  const reason = violation instanceof Error ? violation.message : String(violation);
  return new ContractViolation(`The ${status} response of ${operation.operationId} is invalid: ${reason}`);
}

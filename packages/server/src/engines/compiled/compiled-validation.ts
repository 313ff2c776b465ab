import {
  distinctEntries,
  type ErrorEntry,
  MISSING_BODY,
  readQuery,
  toBodyEntry,
  toParameterEntry,
} from '@penstock/contract/requests';
import type { OperationValidators, ValidationError } from '@penstock/contract/validators';
import type { Request } from 'express';
import type { Contract, Operation } from '../../contract.ts';
import { validationFailed } from '../../problems/pipeline-problems.ts';
import { ContractViolation } from '../../responses/contract-violation.ts';
import type { CheckedRequest, RequestValidation, ValidateResponse } from '../validation.ts';

/** Checks requests with the validators that were compiled when the contract was generated. */
export function compiledRequestValidation(
  contract: Contract,
  operations: readonly Operation[],
): RequestValidation {
  const validators = validatorsOf(contract, operations);
  const headerFields = new Map(operations.map((operation) => [operation.operationId, fieldsOf(operation)]));
  return {
    prepare: async () => undefined,
    validate(request, body, operation) {
      const { operationId } = operation;
      const compiled = validators.get(operationId) as OperationValidators;
      const { query, errors } = readQuery(request.url, operation);
      const headers = declaredHeaders(request, headerFields.get(operationId) ?? []);
      const checked = { params: request.params, query, headers, body };
      rejectInvalid(checked, errors, compiled, operation);
      return checked;
    },
  };
}

/** Checks responses with the same validators. */
export function compiledResponseValidation(
  contract: Contract,
  operations: readonly Operation[],
): ValidateResponse {
  const validators = validatorsOf(contract, operations);
  return (operation, status, _mediaType, body) => {
    const errors = validators.get(operation.operationId)?.responses[status]?.(body);
    if (errors?.length === 0) return;
    throw new ContractViolation(
      `The ${status} response of ${operation.operationId} is invalid: ${describe(errors)}`,
    );
  };
}

function validatorsOf(
  contract: Contract,
  operations: readonly Operation[],
): Map<string, OperationValidators> {
  const validators = operations.map((operation): [string, OperationValidators | undefined] => [
    operation.operationId,
    contract.validators(operation),
  ]);
  const missing = validators.filter(([, compiled]) => compiled === undefined).map(([name]) => name);
  if (missing.length > 0) {
    throw new Error(
      `The server cannot start: there are no compiled validators for ${missing.join(', ')}. Generate them, or remove validation: 'compiled'.`,
    );
  }
  return new Map(validators as [string, OperationValidators][]);
}

function rejectInvalid(
  { params, query, headers, body }: CheckedRequest,
  known: readonly ErrorEntry[],
  { parameters, requestBody }: OperationValidators,
  operation: Operation,
): void {
  const inPath = parameters.path(params);
  const inQuery = parameters.query(query);
  const inHeaders = parameters.header(headers);
  const inBody = body === undefined ? NO_ERRORS : (requestBody?.(body) ?? NO_ERRORS);
  const missing = body === undefined && operation.requestBody === 'required';
  if (known.length + inPath.length + inQuery.length + inHeaders.length + inBody.length === 0 && !missing)
    return;
  throw validationFailed(
    distinctEntries([
      ...(missing ? [MISSING_BODY] : []),
      ...known,
      ...[...inPath, ...inQuery, ...inHeaders].map(toParameterEntry),
      ...inBody.map(toBodyEntry),
    ]),
  );
}

const NO_ERRORS: readonly ValidationError[] = [];

/** A header parameter: its spelling in the contract, and the one of Node. */
interface HeaderField {
  readonly name: string;
  readonly field: string;
}

function fieldsOf({ headerParameters }: Operation): readonly HeaderField[] {
  return headerParameters.map((name) => ({ name, field: name.toLowerCase() }));
}

/** Returns the headers that the contract declares, in its spelling. */
function declaredHeaders({ headers }: Request, fields: readonly HeaderField[]): Record<string, unknown> {
  const declared: Record<string, unknown> = {};
  for (const { name, field } of fields) {
    const value = headers[field];
    if (value !== undefined) declared[name] = value;
  }
  return declared;
}

function describe(errors: readonly ValidationError[] | undefined): string {
  if (errors === undefined) return 'the contract has no body for this status';
  return errors.map(({ pointer, message }) => `${pointer || 'the body'} ${message}`).join('; ');
}

import type { Request } from 'express';
import type { Operation } from '../contract.ts';

/** What checks requests and answers: the validator of the Express world, or functions compiled from the contract. */
export type ValidationEngine = 'express-openapi-validator' | 'compiled';

/** A request that fits the contract, with parameters converted to their types. */
export interface CheckedRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Checks a request against its operation.
 *
 * @throws ProblemError 400 with every wrong place (at most 50), ContractViolation if the engine did not recognise the
 * operation.
 */
export type ValidateRequest = (
  request: Request,
  body: unknown,
  operation: Operation,
) => Promise<CheckedRequest> | CheckedRequest;

/**
 * Checks the body of an answer against the schema of its status.
 *
 * @param body a fresh object: the engine may write into it.
 * @throws ContractViolation with the reason.
 */
export type ValidateResponse = (
  operation: Operation,
  status: number,
  mediaType: string,
  body: unknown,
) => void;

/** Does not check: `validateResponses: false`. */
export const skipResponseValidation: ValidateResponse = () => undefined;

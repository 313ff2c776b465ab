import type { Request } from 'express';
import type { Operation } from '../contract.ts';

/** The request and response validation engine: express-openapi-validator, or functions compiled from the contract. */
export type ValidationEngine = 'express-openapi-validator' | 'compiled';

/** A valid request, with parameters converted to their types. */
export interface CheckedRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Checks a request against its operation.
 *
 * @throws ProblemError 400 with all error entries (at most 50), ContractViolation if the engine did not recognise the
 * operation.
 */
export type ValidateRequest = (
  request: Request,
  body: unknown,
  operation: Operation,
) => Promise<CheckedRequest> | CheckedRequest;

/** The request side of an engine. */
export interface RequestValidation {
  /**
   * Gets the check of an operation ready before its first request.
   *
   * @throws Error (rejects) if requests to the operation would pass unchecked.
   */
  prepare(operation: Operation): Promise<void>;
  readonly validate: ValidateRequest;
}

/**
 * Validates the body of a response against the schema of its status.
 *
 * @param body a copy: the engine may write into it.
 * @throws ContractViolation with the reason.
 */
export type ValidateResponse = (
  operation: Operation,
  status: number,
  mediaType: string,
  body: unknown,
) => void;

/** Skips the check, for `validateResponses: false`. */
export const skipResponseValidation: ValidateResponse = () => undefined;

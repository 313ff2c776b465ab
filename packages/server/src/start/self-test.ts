import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import { type Operation, PROBE, samplePath } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import { ask, type InProcessRequest } from '../http/in-process.ts';
import { internalError, notImplementedProblem } from '../problems/pipeline-problems.ts';
import { problemBody } from '../problems/problem.ts';
import { ContractViolation } from '../responses/contract-violation.ts';
import type { DeclaredResponses } from '../responses/declared-responses.ts';

/**
 * Proves that no request comes to a handler unchecked: one with a query parameter that no operation has must come back
 * as its 400, from every route. That the engine itself refuses, which switches itself off in silence when path and
 * document disagree, it has proven when it was made.
 *
 * @param app the routes and the validators of the server, without authentication and rate limit.
 */
export async function proveValidation(app: Express, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const { status, body } = await ask(app, requestTo(operation, `?${PROBE}=1`));
    if (status === 400 && hasProbe(body)) continue;
    throw startError(
      `an unknown query parameter of ${operation.operationId} was not refused, it let ${status} happen`,
    );
  }
}

/**
 * Proves that every answer is checked, by one that fits none, and that the two problems which are sent without a check
 * fit. A validator that compiles lazily is warm afterwards.
 */
export function proveResponseValidation(
  validateResponse: ValidateResponse,
  contracts: DeclaredResponses,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    for (const [status, { mediaType }] of contracts.of(operation)) {
      if (mediaType !== undefined)
        proveCheck(() => validateResponse(operation, status, mediaType, PROBE), operation, status);
    }
    for (const problem of [internalError(undefined), notImplementedProblem(operation.operationId)]) {
      // The 501 is declared nowhere; it has the shape of the 500.
      validateResponse(operation, 500, 'application/problem+json', problemBody(problem, randomUUID()));
    }
  }
}

function proveCheck(check: () => void, { operationId }: Operation, status: number): void {
  try {
    check();
  } catch (error) {
    if (error instanceof ContractViolation) return;
    throw error;
  }
  throw startError(`the validator does not check the ${status} answer of ${operationId}`);
}

/** Proves that the finished app asks everybody for a credential and knows no path but its own. */
export async function proveAccess(app: Express, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const { status, headers } = await ask(app, requestTo(operation, ''));
    if (status === 401 && headers['www-authenticate'] !== undefined) continue;
    throw startError(
      `${operation.operationId} answers ${status} to a request without a credential instead of 401`,
    );
  }
  const { status } = await ask(app, { method: 'GET', path: `/${PROBE}` });
  if (status !== 404) throw startError(`an unknown path answers ${status} instead of 404`);
}

function requestTo(operation: Operation, query: string): InProcessRequest {
  const bare = { method: operation.method.toUpperCase(), path: `${samplePath(operation)}${query}` };
  if (operation.requestBody === 'none') return bare;
  return { ...bare, headers: { 'content-type': 'application/json' }, body: '{}' };
}

function hasProbe(body: string): boolean {
  const problem = JSON.parse(body) as { errors?: { parameter?: string; code?: string }[] };
  return (
    problem.errors?.some(({ parameter, code }) => parameter === PROBE && code === 'unknown_parameter') ??
    false
  );
}

function startError(reason: string): Error {
  return new Error(`The server cannot start, because its self-test failed: ${reason}.`);
}

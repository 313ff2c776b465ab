import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import { type Operation, PROBE, samplePath } from '../contract.ts';
import type { ValidateResponse } from '../engines/validation.ts';
import { type InProcessRequest, sendInProcess } from '../http/in-process.ts';
import { internalError, notImplementedProblem } from '../problems/pipeline-problems.ts';
import { problemBody } from '../problems/problem.ts';
import { ContractViolation } from '../responses/contract-violation.ts';
import type { DeclaredResponses } from '../responses/declared-responses.ts';

/**
 * Proves that no request to an operation reaches its handler unchecked: its route must respond with 400 to a query
 * parameter that no operation has. The engine has proven itself when it prepared the operation; it silently switches
 * itself off if a path and the document disagree.
 *
 * @param app the routes and the validators of the server, without authentication and rate limit.
 */
export async function proveValidation(app: Express, operation: Operation): Promise<void> {
  const { status, body } = await sendInProcess(app, requestTo(operation, `?${PROBE}=1`));
  if (status === 400 && hasProbe(body)) return;
  throw new Error(
    `An unknown query parameter of ${operation.operationId} was not rejected; the status was ${status}.`,
  );
}

/**
 * Proves that every response of an operation is checked, with an invalid body, and that the two problems which are sent
 * without a check are valid. A validator that compiles lazily is compiled afterwards.
 */
export function proveResponseValidation(
  validateResponse: ValidateResponse,
  declared: DeclaredResponses,
  operation: Operation,
): void {
  for (const [status, { mediaType }] of declared.of(operation)) {
    if (mediaType !== undefined)
      proveCheck(() => validateResponse(operation, status, mediaType, PROBE), operation, status);
  }
  for (const problem of [internalError(undefined), notImplementedProblem(operation.operationId)]) {
    // Few operations declare the 501; it has the schema of the 500.
    validateResponse(operation, 500, 'application/problem+json', problemBody(problem, randomUUID()));
  }
}

/** Proves that the headers of every response are checked, with a line break, which no header can contain. */
export function proveHeaderValidation(declared: DeclaredResponses, operations: readonly Operation[]): void {
  for (const operation of operations) {
    for (const [status, { headers, validateHeaders }] of declared.of(operation)) {
      const [name] = headers;
      if (name === undefined || validateHeaders({ [name]: '\n' }).some(({ code }) => code !== 'required'))
        continue;
      throw selfTestError(
        `the headers of the ${status} response of ${operation.operationId} have no validator; generate it`,
      );
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
  throw new Error(`The validator does not check the ${status} response of ${operationId}.`);
}

/** Proves that the finished app requires a credential for every operation and serves no other path. */
export async function proveAccess(app: Express, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const { status, headers } = await sendInProcess(app, requestTo(operation, ''));
    if (status === 401 && headers['www-authenticate'] !== undefined) continue;
    throw selfTestError(
      `${operation.operationId} responds with ${status} to a request without a credential instead of 401`,
    );
  }
  const { status } = await sendInProcess(app, { method: 'GET', path: `/${PROBE}` });
  if (status !== 404) throw selfTestError(`an unknown path returns ${status} instead of 404`);
}

function requestTo(operation: Operation, query: string): InProcessRequest {
  const request = { method: operation.method.toUpperCase(), path: `${samplePath(operation)}${query}` };
  if (operation.requestBody === 'none') return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: '{}' };
}

function hasProbe(body: string): boolean {
  const problem = JSON.parse(body) as { errors?: { parameter?: string; code?: string }[] };
  return (
    problem.errors?.some(({ parameter, code }) => parameter === PROBE && code === 'unknown_parameter') ??
    false
  );
}

function selfTestError(reason: string): Error {
  return new Error(`The server cannot start because its self-test failed: ${reason}.`);
}

import type { Response } from 'express';
import { requestContextOf } from '../http/request-context.ts';
import type { Logger } from '../logger.ts';
import { type Responder, sendPrechecked } from '../responses/responder.ts';
import { NotImplemented } from './not-implemented.ts';
import { internalError, notImplementedProblem } from './pipeline-problems.ts';
import { ProblemError } from './problem.ts';

/** Responds to a request that failed, for any error. It throws nothing itself. */
export type Fail = (error: unknown, response: Response) => void;

/**
 * Turns every error into an `application/problem+json` response (D-07), and logs the reason of server errors with the
 * request id that the caller receives.
 */
export function createErrorPipeline(responder: Responder, logger: Logger): Fail {
  return (error, response) => {
    if (response.headersSent) return breakOff(error, response, logger);
    try {
      if (error instanceof NotImplemented)
        return sendPrechecked(response, notImplementedProblem(error.operationId));
      const problem = problemOf(error);
      report(problem, response, logger);
      responder.respondWithProblem(response, problem);
    } catch (violation) {
      // A problem is checked like every other response. If it violates the contract, the neutral 500 is sent.
      const neutral = internalError(violation);
      report(neutral, response, logger);
      sendPrechecked(response, neutral);
    }
  };
}

/** A body that ends too early must not look complete, so its connection ends with it. */
function breakOff(error: unknown, response: Response, logger: Logger): void {
  report(problemOf(error), response, logger);
  response.destroy();
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return internalError(error);
}

function report(problem: ProblemError, response: Response, logger: Logger): void {
  if (problem.cause === undefined && problem.status < 500) return;
  const { requestId, operation } = requestContextOf(response);
  const fields = {
    requestId,
    operationId: operation?.operationId,
    status: problem.status,
    code: problem.code,
    err: problem.cause ?? problem,
  };
  try {
    if (problem.status >= 500 && !isAbandoned(response)) logger.error(fields, reasonOf(problem));
    else logger.info(fields, reasonOf(problem));
  } catch (failure) {
    // A broken logger must not change the response.
    const reason = failure instanceof Error ? failure.message : 'it did not throw an Error';
    process.emitWarning(`The logger failed: ${reason}`, { code: 'PENSTOCK_LOGGER_FAILED' });
  }
}

/** Whether the client has disconnected. A handler that observes its signal then throws, which is not an error. */
function isAbandoned(response: Response): boolean {
  return response.destroyed && !response.writableFinished;
}

function reasonOf(problem: ProblemError): string {
  return problem.cause instanceof Error ? problem.cause.message : problem.message;
}

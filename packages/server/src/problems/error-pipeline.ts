import type { Response } from 'express';
import { requestContextOf } from '../http/request-context.ts';
import type { Logger } from '../logger.ts';
import { type Responder, sendProven } from '../responses/responder.ts';
import { NotImplemented } from './not-implemented.ts';
import { internalError, notImplementedProblem } from './pipeline-problems.ts';
import { ProblemError } from './problem.ts';

/** Answers a request that failed, whatever was thrown. It throws nothing itself. */
export type Fail = (error: unknown, response: Response) => void;

/**
 * The one place where failures become answers (D-07): every one leaves as `application/problem+json`, and the reason
 * of those that are ours goes to the log, under the request id that the caller sees.
 */
export function createErrorPipeline(responder: Responder, logger: Logger): Fail {
  return (error, response) => {
    try {
      if (error instanceof NotImplemented)
        return sendProven(response, notImplementedProblem(error.operationId));
      const problem = problemOf(error);
      report(problem, response, logger);
      responder.problem(response, problem);
    } catch (breach) {
      // A problem is checked like every other answer. If it breaks the contract, there is one that cannot.
      const neutral = internalError(breach);
      report(neutral, response, logger);
      sendProven(response, neutral);
    }
  };
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
    // It does not decide what the caller gets.
    const reason = failure instanceof Error ? failure.message : 'it threw what is no Error';
    process.emitWarning(`The logger failed: ${reason}`, { code: 'PENSTOCK_LOGGER_FAILED' });
  }
}

/** Nobody waits for the answer any more. A handler that heeds its signal fails then, and nothing is wrong. */
function isAbandoned(response: Response): boolean {
  return response.destroyed && !response.writableFinished;
}

function reasonOf(problem: ProblemError): string {
  return problem.cause instanceof Error ? problem.cause.message : problem.message;
}

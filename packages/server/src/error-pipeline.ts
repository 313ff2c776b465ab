import type { ErrorRequestHandler, Response } from 'express';
import { exchangeOf } from './exchange.ts';
import type { Logger } from './logger.ts';
import { NotImplemented } from './not-implemented.ts';
import { internalError, notImplementedProblem, undecodablePath } from './pipeline-problems.ts';
import { ProblemError } from './problem.ts';
import { sendProblem } from './responder.ts';

/**
 * The one place where failures become answers (D-07): every one leaves as `application/problem+json`, and the reason
 * of those that are ours goes to the log, under the request id that the caller sees.
 */
export function createErrorPipeline(logger: Logger): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  return (error: unknown, _request, response, _next) => {
    if (error instanceof NotImplemented) return sendProblem(response, notImplementedProblem(error));
    const problem = problemOf(error);
    report(problem, response, logger);
    sendProblem(response, problem);
  };
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isUndecodablePath(error)) return undecodablePath();
  return internalError(error);
}

/** Express's router fails to decode a path parameter before any code of ours runs. */
function isUndecodablePath(error: unknown): boolean {
  return error instanceof URIError && (error as { status?: unknown }).status === 400;
}

function report(problem: ProblemError, response: Response, logger: Logger): void {
  if (problem.cause === undefined && problem.status < 500) return;
  const { requestId, operation } = exchangeOf(response);
  const fields = {
    requestId,
    operationId: operation?.operationId,
    status: problem.status,
    code: problem.code,
    err: problem.cause ?? problem,
  };
  if (problem.status >= 500) logger.error(fields, reasonOf(problem));
  else logger.info(fields, reasonOf(problem));
}

function reasonOf(problem: ProblemError): string {
  return problem.cause instanceof Error ? problem.cause.message : problem.message;
}

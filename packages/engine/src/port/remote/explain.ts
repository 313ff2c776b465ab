import { ClickHouseError } from '@clickhouse/client';
import { EngineError, EngineUnavailableError, parseException } from '../engine-error.ts';

/** Converts what the client throws into the errors of the port. */
export function explain(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof EngineError || error instanceof EngineUnavailableError || !(error instanceof Error))
    return error;
  if (error instanceof ClickHouseError)
    return new EngineError(
      Number(error.code),
      error.type ?? 'UNKNOWN',
      error.message.trim().replace(/[.:]$/, ''),
    );
  const exception = parseException(error.message);
  if (exception !== undefined) return exception;
  return new EngineUnavailableError(sentence(error), { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it ended while the statement ran',
  ENOENT: 'its socket does not exist',
  ENOTFOUND: 'its host name is unknown',
  EPIPE: 'it ended while the statement ran',
};

function sentence(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || /aborted/i.test(error.message))
    return 'The engine did not finish its response. The work may have been done or not.';
  return `The engine is not available: ${REASONS[code ?? ''] ?? error.message}. Statements that ran may have been done or not.`;
}

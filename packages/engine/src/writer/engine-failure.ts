import { PipeError } from '../pipe-runtime.ts';
import { EngineError, EngineUnavailableError } from '../port/engine-error.ts';
import type { TableName } from '../port/engine-port.ts';
import { qualifiedName } from '../port/names.ts';
import { ENGINE_ERRORS } from './engine-errors.ts';
import { reasonOf } from './plain-reason.ts';

/** The errors of files have no code of their own, and contain paths of the machine. */
const UNWRITABLE = /Permission denied|EACCES|Read-only file system|EROFS/;
const NOT_WRITABLE = 'The engine may not write to its data folder. Allow that';

/** An error of the engine as the reason why the table of a pipe cannot be used; all other errors as they are. */
export function destinationFailure(
  error: unknown,
  table: TableName,
  task: 'be set up' | 'take rows',
): unknown {
  if (error instanceof EngineUnavailableError)
    return new PipeError(
      'destination_failed',
      `${error.message} The pipe continues when the engine responds.`,
      { cause: error },
    );
  if (!(error instanceof EngineError)) return error;
  const rule = ENGINE_ERRORS[error.type];
  const sentence = UNWRITABLE.test(error.detail) ? NOT_WRITABLE : rule?.sentence;
  const reason = `${sentence ?? reasonOf(error)} (${error.type}, code ${error.code})`;
  return new PipeError('destination_failed', `The table ${qualifiedName(table)} cannot ${task}. ${reason}.`, {
    cause: error,
    isFinal: rule?.isFinal === true,
  });
}

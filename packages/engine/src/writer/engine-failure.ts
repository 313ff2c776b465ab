import { PipeError } from '../pipe-runtime.ts';
import { EngineError, EngineUnavailableError } from '../port/engine-error.ts';
import type { TableName } from '../port/engine-port.ts';
import { qualifiedName } from '../port/names.ts';
import { reasonOf } from './plain-reason.ts';

/** What an engine reports when the destination cannot take rows, whatever they are. */
const SENTENCES: Readonly<Record<string, string>> = {
  UNKNOWN_TABLE: 'It does not exist any more. Create it again, or stop and start the pipe',
  UNKNOWN_DATABASE: 'Its database does not exist any more. Create it again, or stop and start the pipe',
  NO_SUCH_COLUMN_IN_TABLE: 'It has lost a column. Add the column again, or change the columns of the pipe',
  NOT_ENOUGH_SPACE: 'The disk of the engine is full. Free some disk space',
  CANNOT_WRITE_TO_FILE_DESCRIPTOR: 'The engine cannot write to its disk',
  CANNOT_OPEN_FILE: 'The engine cannot open its files',
  TABLE_IS_READ_ONLY: 'It is read-only now',
  TOO_MANY_PARTS: 'The engine has not merged its parts yet. Insert larger batches, or use fewer partitions',
  MEMORY_LIMIT_EXCEEDED:
    'The insert needs more memory than the engine has. Insert smaller batches, or give the engine more memory',
  ACCESS_DENIED: 'The user of the engine may not insert into it',
  TIMEOUT_EXCEEDED: 'The insert took too long',
};

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
  const sentence = UNWRITABLE.test(error.detail) ? NOT_WRITABLE : SENTENCES[error.type];
  const reason = `${sentence ?? reasonOf(error)} (${error.type}, code ${error.code})`;
  return new PipeError('destination_failed', `The table ${qualifiedName(table)} cannot ${task}. ${reason}.`, {
    cause: error,
  });
}

import { EngineError } from '../port/engine-error.ts';

/** Types of errors that other data would not prevent. */
const OTHERS: ReadonlySet<string> = new Set([
  'ACCESS_DENIED',
  'MEMORY_LIMIT_EXCEEDED',
  'NOT_ENOUGH_SPACE',
  'QUERY_WAS_CANCELLED',
  'READONLY',
  'STD_EXCEPTION',
  'TABLE_IS_READ_ONLY',
  'TIMEOUT_EXCEEDED',
  'TOO_MANY_PARTS',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'UNKNOWN_DATABASE',
  'UNKNOWN_TABLE',
]);

/** Whether the data may be the reason of an error. All other reasons concern every row. */
export function isAboutData(error: unknown): error is EngineError {
  return error instanceof EngineError && !OTHERS.has(error.type);
}

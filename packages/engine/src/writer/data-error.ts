import { EngineError } from '../port/engine-error.ts';
import { ENGINE_ERRORS } from './engine-errors.ts';

/** Further types of errors that other data would not prevent. */
const OTHERS: ReadonlySet<string> = new Set(['QUERY_WAS_CANCELLED', 'READONLY', 'STD_EXCEPTION']);

/** Whether the data may be the reason of an error. All other reasons concern every row. */
export function isAboutData(error: unknown): error is EngineError {
  return error instanceof EngineError && !OTHERS.has(error.type) && !(error.type in ENGINE_ERRORS);
}

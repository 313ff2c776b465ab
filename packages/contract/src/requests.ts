/**
 * How requests are read before any schema is asked: which bodies are JSON (D-15) and small enough (D-13), which paths can
 * be read, what a query string says, and how the wrong places of a request are written (D-07). One place, so that all
 * servers of the contract read alike. No dependency; the types of Node are not needed.
 */
export { announcesBody, BODY_LIMIT_BYTES, isJsonBody } from './requests/body.ts';
export {
  bodyEntry,
  distinctEntries,
  type ErrorEntry,
  entryKey,
  MISSING_BODY,
  toBodyEntry,
  toParameterEntry,
  truncateName,
} from './requests/error-entries.ts';
export { MAX_DEPTH } from './requests/json/outline.ts';
export { type ReadJson, readJson } from './requests/json/read-json.ts';
export { isDecodable } from './requests/path.ts';
export { type ReadQuery, readQuery } from './requests/query.ts';

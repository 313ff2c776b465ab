/**
 * Reads requests before they are validated: which bodies are JSON (D-15) and small enough (D-13), which paths can be
 * decoded, the parameters of a query string, and the error entries of an invalid request (D-07). Every server that uses
 * it reads requests in the same way. It has no dependencies and does not need the types of Node.
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

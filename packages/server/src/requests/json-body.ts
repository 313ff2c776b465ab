import { MAX_DEPTH, readJson } from '@penstock/contract/requests';
import { malformedJson, tooDeeplyNested, validationFailed } from '../problems/pipeline-problems.ts';

/**
 * Parses a JSON body (D-15).
 *
 * @throws ProblemError 400 malformed_json, or validation_failed with the values that other parsers would change.
 */
export function parseBody(bytes: Uint8Array): unknown {
  const read = readJson(bytes);
  if ('errors' in read) throw validationFailed(read.errors);
  if ('malformed' in read) throw read.malformed === 'depth' ? tooDeeplyNested(MAX_DEPTH) : malformedJson();
  return read.value;
}

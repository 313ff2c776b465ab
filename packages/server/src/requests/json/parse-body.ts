import { malformedJson, tooDeeplyNested, validationFailed } from '../../problems/pipeline-problems.ts';
import { MOST_PLACES } from '../validation-places.ts';
import { MOST_LEVELS, outlineOf } from './outline.ts';
import { repeatedNames } from './repeated-names.ts';
import { isSound } from './sound-values.ts';
import { unsoundPlaces } from './unsound-places.ts';

// Takes a byte order mark away, which a parser of JSON may do (RFC 8259 section 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body, from its bytes (D-15). What a sound body costs beside JSON.parse is one loop over its bytes
 * and one walk over its values. The walk goes no deeper than the outline has let through, and no error of a library gets out, since those quote from
 * the body.
 *
 * @throws ProblemError 400 malformed_json, or validation_failed with the places that hold what others would change.
 */
export function parseBody(bytes: Uint8Array): unknown {
  const outline = outlineOf(bytes);
  if (outline === undefined) throw tooDeeplyNested(MOST_LEVELS);
  const text = decode(bytes);
  const body = parse(text);
  if (isSound(body, outline.members, outline.hasUnicodeEscapes)) return body;
  throw validationFailed([...repeatedNames(text), ...unsoundPlaces(body)].slice(0, MOST_PLACES));
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformedJson();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedJson();
  }
}

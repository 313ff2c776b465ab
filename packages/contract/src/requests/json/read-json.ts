import { MAX_ERRORS } from '../../validation.ts';
import type { ErrorEntry } from '../error-entries.ts';
import { outlineOf } from './outline.ts';
import { repeatedNames } from './repeated-names.ts';
import { isSound } from './sound-values.ts';
import { unsoundPlaces } from './unsound-places.ts';

/** What the bytes of a body are: a value; no JSON, or too deep; or JSON with values that other software would change. */
export type ReadJson =
  | { readonly value: unknown }
  | { readonly malformed: 'syntax' | 'depth' }
  | { readonly errors: readonly ErrorEntry[] };

// Takes a byte order mark away, which a parser of JSON may do (RFC 8259 section 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body from its bytes (D-15). What a sound body costs beside JSON.parse is one loop over its bytes and one
 * walk over its values. The walk goes no deeper than the outline has let through, and no error of a library gets out,
 * since those quote from the body.
 */
export function readJson(bytes: Uint8Array): ReadJson {
  const outline = outlineOf(bytes);
  if (outline === undefined) return { malformed: 'depth' };
  const parsed = parse(bytes);
  if (parsed === undefined) return { malformed: 'syntax' };
  const { text, value } = parsed;
  if (isSound(value, outline.members, outline.hasUnicodeEscapes)) return { value };
  return { errors: [...repeatedNames(text), ...unsoundPlaces(value)].slice(0, MAX_ERRORS) };
}

/** Undefined if it is not JSON in UTF-8. */
function parse(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

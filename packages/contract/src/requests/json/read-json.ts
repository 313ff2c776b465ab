import { MAX_ERRORS } from '../../validation.ts';
import type { ErrorEntry } from '../error-entries.ts';
import { outlineOf } from './outline.ts';
import { repeatedNames } from './repeated-names.ts';
import { isSafe } from './safe-values.ts';
import { unsafeValues } from './unsafe-values.ts';

/** The result of reading a body: its value, the reason why it is not JSON, or the values that other software would change. */
export type ReadJson =
  | { readonly value: unknown }
  | { readonly malformed: 'syntax' | 'depth' }
  | { readonly errors: readonly ErrorEntry[] };

// Ignores a byte order mark, as a parser of JSON may (RFC 8259 section 8.1).
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body from its bytes (D-15). For a valid body this takes one loop over its bytes and one walk over its
 * values more than JSON.parse. The walk goes no deeper than {@link outlineOf} allows. Errors of libraries are caught,
 * because their messages quote the body.
 */
export function readJson(bytes: Uint8Array): ReadJson {
  const outline = outlineOf(bytes);
  if (outline === undefined) return { malformed: 'depth' };
  const parsed = parse(bytes);
  if (parsed === undefined) return { malformed: 'syntax' };
  const { text, value } = parsed;
  if (isSafe(value, outline.members, outline.hasUnicodeEscapes)) return { value };
  return { errors: [...repeatedNames(text), ...unsafeValues(value)].slice(0, MAX_ERRORS) };
}

/** Undefined if the bytes are not JSON in UTF-8. */
function parse(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

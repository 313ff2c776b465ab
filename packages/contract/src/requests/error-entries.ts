import { appendSegment, unescapeSegment } from '../reader/json-pointer.ts';
import { MAX_ERRORS, type ValidationError } from '../validation.ts';

const LONGEST_POINTER = 256;
const LONGEST_NAME = 64;

/** One wrong place of a request: a JSON pointer into the body (RFC 6901) or the name of a parameter (D-07). */
export interface ErrorEntry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/** A query parameter that the operation does not have. The name is the caller's: it is truncated, and its value never repeated. */
export function unknownParameter(name: string): ErrorEntry {
  return {
    parameter: truncateName(name),
    code: 'unknown_parameter',
    message: 'is not a parameter of this operation; remove it',
  };
}

/** A query parameter whose text is not percent-encoded UTF-8. */
export function undecodableParameter(name: string): ErrorEntry {
  return { parameter: truncateName(name), code: 'invalid_format', message: 'must be percent-encoded UTF-8' };
}

/** A query parameter with U+0000 in it (D-15): PostgreSQL cannot store it, and C ends a text there. */
export function parameterWithNul(name: string): ErrorEntry {
  return { parameter: truncateName(name), code: 'invalid_format', message: 'must not contain NUL' };
}

/** A query parameter that has to be a whole number and is none. */
export function wrongInteger(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_type', message: 'must be one whole number in decimal digits' };
}

/** A query parameter without a value. */
export function emptyParameter(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_length', message: 'must not be empty' };
}

/** A query parameter that is there twice, though it is one value. */
export function repeatedParameter(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_type', message: 'must be given once' };
}

/** The body that is required and not there. */
export const MISSING_BODY: ErrorEntry = { pointer: '', code: 'required', message: 'is required' };

/** Each place once for each thing that is wrong with it, and not too many of them. */
export function distinctEntries(entries: readonly ErrorEntry[]): ErrorEntry[] {
  const distinct = new Map(entries.map((entry) => [entryKey(entry), entry]));
  return [...distinct.values()].slice(0, MAX_ERRORS);
}

/** The same for places that say the same of the same. */
export function entryKey({ pointer, parameter, code }: ErrorEntry): string {
  return `${pointer}\n${parameter}\n${code}`;
}

/** A fault of a compiled validator in the parameters of one place, which it takes for an object. */
export function toParameterEntry({ pointer, code, message }: ValidationError): ErrorEntry {
  const name = unescapeSegment(pointer.split('/')[1] ?? '');
  return code === 'unknown_property'
    ? unknownParameter(name)
    : { parameter: truncateName(name), code, message };
}

/** A fault of a compiled validator in the body. */
export function toBodyEntry({ pointer, code, message }: ValidationError): ErrorEntry {
  return bodyEntry(pointer, code, message);
}

/** Names in a body are the caller's too: a pointer that is too long points at the nearest object that fits. */
export function bodyEntry(pointer: string, code: string, message: string): ErrorEntry {
  if (pointer.length <= LONGEST_POINTER) return { pointer, code, message };
  const nearest = pointer.slice(0, pointer.slice(0, LONGEST_POINTER + 1).lastIndexOf('/'));
  return { pointer: nearest, code, message: `${message} (further in; the path is too long to repeat)` };
}

/** The pointer to a member. Grows no further once it is too long to be repeated, however deep the body is. */
export function pointerInto(pointer: string, name: string): string {
  return pointer.length > LONGEST_POINTER ? pointer : appendSegment(pointer, name);
}

/** A name of the caller's, as much of it as an answer repeats. */
export function truncateName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

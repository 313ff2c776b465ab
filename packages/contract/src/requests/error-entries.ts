import { appendSegment, parsePointer } from '../reader/json-pointer.ts';
import { MAX_ERRORS, type ValidationError } from '../validation.ts';

const LONGEST_POINTER = 256;
const LONGEST_NAME = 64;

/** An entry of `errors` in a problem: an error at a JSON Pointer into the body (RFC 6901) or in a parameter (D-07). */
export interface ErrorEntry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/** A query parameter that the operation does not have. The caller chose its name, so it is truncated. */
export function unknownParameter(name: string): ErrorEntry {
  return {
    parameter: truncateName(name),
    code: 'unknown_parameter',
    message: 'is not a parameter of this operation; remove it',
  };
}

/** A query parameter that is not percent-encoded UTF-8. */
export function undecodableParameter(name: string): ErrorEntry {
  return { parameter: truncateName(name), code: 'invalid_format', message: 'must be percent-encoded UTF-8' };
}

/** A query parameter that contains U+0000 (D-15): PostgreSQL cannot store it, and C strings end at it. */
export function parameterWithNul(name: string): ErrorEntry {
  return { parameter: truncateName(name), code: 'invalid_format', message: 'must not contain NUL' };
}

/** A query parameter that must be a whole number and is not. */
export function wrongInteger(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_type', message: 'must be one whole number in decimal digits' };
}

/** A query parameter without a value. */
export function emptyParameter(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_length', message: 'must not be empty' };
}

/** A query parameter that was sent twice, although it takes one value. */
export function repeatedParameter(parameter: string): ErrorEntry {
  return { parameter, code: 'invalid_type', message: 'must be given once' };
}

/** The required body is missing. */
export const MISSING_BODY: ErrorEntry = { pointer: '', code: 'required', message: 'is required' };

/** Returns the entries without repetitions, at most {@link MAX_ERRORS}. */
export function distinctEntries(entries: readonly ErrorEntry[]): ErrorEntry[] {
  const distinct = new Map(entries.map((entry) => [entryKey(entry), entry]));
  return [...distinct.values()].slice(0, MAX_ERRORS);
}

/** Returns the same key for entries that report the same code at the same location. */
export function entryKey({ pointer, parameter, code }: ErrorEntry): string {
  return `${pointer}\n${parameter}\n${code}`;
}

/** Converts an error of a validator of parameters, which validates them as the properties of an object. */
export function toParameterEntry({ pointer, code, message }: ValidationError): ErrorEntry {
  const [name = ''] = parsePointer(pointer);
  if (code === 'unknown_property') return unknownParameter(name);
  return { parameter: truncateName(name), code, message };
}

/** Converts an error of a validator of bodies. */
export function toBodyEntry({ pointer, code, message }: ValidationError): ErrorEntry {
  return bodyEntry(pointer, code, message);
}

/** The caller chose the names in a pointer: one that is too long is cut at the nearest enclosing object. */
export function bodyEntry(pointer: string, code: string, message: string): ErrorEntry {
  if (pointer.length <= LONGEST_POINTER) return { pointer, code, message };
  const nearest = pointer.slice(0, pointer.slice(0, LONGEST_POINTER + 1).lastIndexOf('/'));
  return {
    pointer: nearest,
    code,
    message: `${message} (in a nested value whose path is too long to repeat)`,
  };
}

/** Appends a name to a pointer. The result stays short for bodies of any depth: too long a pointer is not extended. */
export function pointerInto(pointer: string, name: string): string {
  return pointer.length > LONGEST_POINTER ? pointer : appendSegment(pointer, name);
}

/** Returns as much of a name that the caller chose as a response repeats. */
export function truncateName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

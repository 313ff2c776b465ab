import { codeOfKeyword, type Fault, MOST_FAULTS } from '@penstock/contract/validators';
import type { ProblemPlace } from '../problems/problem.ts';

/** What express-openapi-validator reports of one wrong place. */
interface Reported {
  readonly path: string;
  readonly message: string;
  /** `<Ajv keyword>.openapi.validation`; absent for what it checks without Ajv. */
  readonly errorCode?: string;
}

interface Report {
  /** Ajv's texts, one after the other, each with the path of the object it speaks of. */
  readonly message: string;
  readonly errors: readonly Reported[];
}

/** D-07: all wrong places of a request are reported, but not so many that the answer becomes the attack. */
export const MOST_PLACES = MOST_FAULTS;
const LONGEST_POINTER = 256;
const LONGEST_NAME = 64;

/** Translates the validator's report: pointers (RFC 6901) into the body, names of parameters, stable codes. */
export function placesOf(report: Report, headerNames: readonly string[]): ProblemPlace[] {
  const places = new Map<string, ProblemPlace>();
  let offset = 0;
  for (const reported of report.errors) {
    const parent = parentPath(reported, report.message, offset);
    offset += `request${parent ?? reported.path} ${reported.message}, `.length;
    const keyword = reported.errorCode?.split('.')[0];
    // `if` only repeats what its branch has reported already.
    if (keyword === 'if') continue;
    const place = placeOf(reported, keyword, escapedPath(reported.path, parent), headerNames);
    places.set(keyOf(place), place);
    if (places.size === MOST_PLACES) break;
  }
  return [...places.values()];
}

/** A query parameter that the operation does not have. The name is the caller's: cut, and its value never repeated. */
export function unknownParameter(name: string): ProblemPlace {
  return {
    parameter: cut(name),
    code: 'unknown_parameter',
    message: 'is not a parameter of this operation; remove it',
  };
}

/** A query parameter whose text is not percent-encoded UTF-8. */
export function undecodableParameter(name: string): ProblemPlace {
  return { parameter: cut(name), code: 'invalid_format', message: 'must be percent-encoded UTF-8' };
}

/** A query parameter with U+0000 in it (D-15): PostgreSQL cannot store it, and C ends a text there. */
export function parameterWithNul(name: string): ProblemPlace {
  return { parameter: cut(name), code: 'invalid_format', message: 'must not contain NUL' };
}

/** A query parameter that has to be a whole number and is none. */
export function wrongInteger(parameter: string): ProblemPlace {
  return { parameter, code: 'invalid_type', message: 'must be one whole number in decimal digits' };
}

/** A query parameter without a value. */
export function emptyParameter(parameter: string): ProblemPlace {
  return { parameter, code: 'invalid_length', message: 'must not be empty' };
}

/** A query parameter that is there twice, though it is one value. */
export function repeatedParameter(parameter: string): ProblemPlace {
  return { parameter, code: 'invalid_type', message: 'must be given once' };
}

/** The body that is required and not there. */
export const MISSING_BODY: ProblemPlace = { pointer: '', code: 'required', message: 'is required' };

/** Each place once for each thing that is wrong with it, and not too many of them. */
export function distinctPlaces(places: readonly ProblemPlace[]): ProblemPlace[] {
  const distinct = new Map(places.map((place) => [keyOf(place), place]));
  return [...distinct.values()].slice(0, MOST_PLACES);
}

function keyOf({ pointer, parameter, code }: ProblemPlace): string {
  return `${pointer}\n${parameter}\n${code}`;
}

/** A fault of a compiled validator in the parameters of one place, which it takes for an object. */
export function placeOfParameter({ pointer, code, message }: Fault): ProblemPlace {
  const name = unescaped(pointer.split('/')[1] ?? '');
  return code === 'unknown_property' ? unknownParameter(name) : { parameter: cut(name), code, message };
}

/** A fault of a compiled validator in the body. */
export function placeInBody({ pointer, code, message }: Fault): ProblemPlace {
  return bodyPlace(pointer, code, message);
}

/** What we found wrong and what the validator found besides, each place once and not too many of them. */
export function mergedPlaces(ours: readonly ProblemPlace[], theirs: readonly ProblemPlace[]): ProblemPlace[] {
  const further = theirs.filter((place) => !ours.some((known) => isSamePlace(known, place)));
  return [...ours, ...further].slice(0, MOST_PLACES);
}

function isSamePlace(a: ProblemPlace, b: ProblemPlace): boolean {
  return a.pointer === b.pointer && a.parameter === b.parameter;
}

function placeOf(
  reported: Reported,
  keyword: string | undefined,
  path: string,
  headerNames: readonly string[],
): ProblemPlace {
  const code = codeOf(keyword ?? '');
  const message = MESSAGES[code] ?? reported.message;
  const [, part, name] = path.split('/');
  if (part === 'body' || name === undefined) return bodyPlace(path.replace(/^\/body/, ''), code, message);
  return { parameter: parameterName(part, unescaped(name), headerNames), code, message };
}

/** Names in a body are the caller's too: a pointer that is too long points at the nearest object that fits. */
export function bodyPlace(pointer: string, code: string, message: string): ProblemPlace {
  if (pointer.length <= LONGEST_POINTER) return { pointer, code, message };
  const nearest = pointer.slice(0, pointer.slice(0, LONGEST_POINTER + 1).lastIndexOf('/'));
  return { pointer: nearest, code, message: `${message} (further in; the path is too long to repeat)` };
}

/** The pointer to a member. Grows no further once it is too long to be repeated, however deep the body is. */
export function pointerInto(pointer: string, name: string): string {
  return pointer.length > LONGEST_POINTER ? pointer : `${pointer}/${escaped(name)}`;
}

function parameterName(part: string | undefined, name: string, headerNames: readonly string[]): string {
  if (part !== 'headers') return cut(name);
  return headerNames.find((declared) => declared.toLowerCase() === name) ?? cut(name);
}

/**
 * For these keywords the validator glues the name of the property to the path of its object and forgets to escape it:
 * `/a/b` may be `b` in `a`, or a property called `a/b`.
 */
const GLUED = new Set(['required', 'dependentRequired', 'additionalProperties', 'unevaluatedProperties']);

/** The path of the object, recovered from Ajv's text, where it stands alone. Undefined if nothing was glued to it. */
function parentPath(
  { path, message, errorCode }: Reported,
  texts: string,
  offset: number,
): string | undefined {
  if (!GLUED.has(errorCode?.split('.')[0] ?? '')) return undefined;
  const speaksOf = (candidate: string) => texts.startsWith(`request${candidate} ${message}`, offset);
  // Of a property whose name is empty there is no path at all.
  if (path === '') return texts.slice(offset + 'request'.length, texts.indexOf(` ${message}`, offset));
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    if (speaksOf(path.slice(0, slash))) return path.slice(0, slash);
  }
  return undefined;
}

function escapedPath(path: string, parent: string | undefined): string {
  if (parent === undefined) return path;
  const name = path.slice(parent.length + 1);
  return `${parent}/${escaped(name)}`;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function cut(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

/** What the validator makes of `type` where the format is a date has a keyword of its own. */
function codeOf(keyword: string): string {
  return codeOfKeyword(keyword === 'x-eov-type' ? 'type' : keyword);
}

const MESSAGES: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_property: 'is not a property of this object; remove it',
};

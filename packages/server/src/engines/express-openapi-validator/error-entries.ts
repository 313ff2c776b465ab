import { escapeSegment, unescapeSegment } from '@penstock/contract/reader';
import { bodyEntry, type ErrorEntry, entryKey, truncateName } from '@penstock/contract/requests';
import { codeOfKeyword, MAX_ERRORS } from '@penstock/contract/validators';

/** One error of express-openapi-validator. */
interface Reported {
  readonly path: string;
  readonly message: string;
  /** `<Ajv keyword>.openapi.validation`; absent for checks without Ajv. */
  readonly errorCode?: string;
}

interface Report {
  /** Ajv's messages, concatenated, each with the path of its object. */
  readonly message: string;
  readonly errors: readonly Reported[];
}

/** Converts a report into error entries: pointers (RFC 6901) into the body, names of parameters, stable codes. */
export function errorEntries(report: Report, headerNames: readonly string[]): ErrorEntry[] {
  const entries = new Map<string, ErrorEntry>();
  let offset = 0;
  for (const reported of report.errors) {
    const parent = parentPath(reported, report.message, offset);
    offset += `request${parent ?? reported.path} ${reported.message}, `.length;
    const keyword = reported.errorCode?.split('.')[0];
    // `if` only repeats what its branch has reported already.
    if (keyword === 'if') continue;
    const entry = entryOf(reported, keyword, escapedPath(reported.path, parent), headerNames);
    entries.set(entryKey(entry), entry);
    if (entries.size === MAX_ERRORS) break;
  }
  return [...entries.values()];
}

/** Returns our entries, then those that only the validator has, at most {@link MAX_ERRORS}. */
export function mergedEntries(ours: readonly ErrorEntry[], theirs: readonly ErrorEntry[]): ErrorEntry[] {
  const further = theirs.filter((entry) => !ours.some((known) => isSameEntry(known, entry)));
  return [...ours, ...further].slice(0, MAX_ERRORS);
}

function isSameEntry(a: ErrorEntry, b: ErrorEntry): boolean {
  return a.pointer === b.pointer && a.parameter === b.parameter;
}

function entryOf(
  reported: Reported,
  keyword: string | undefined,
  path: string,
  headerNames: readonly string[],
): ErrorEntry {
  const code = codeOf(keyword ?? '');
  const message = MESSAGES[code] ?? reported.message;
  const [, part, name] = path.split('/');
  if (part === 'body' || name === undefined) return bodyEntry(path.replace(/^\/body/, ''), code, message);
  return { parameter: parameterName(part, unescapeSegment(name), headerNames), code, message };
}

function parameterName(part: string | undefined, name: string, headerNames: readonly string[]): string {
  if (part !== 'headers') return truncateName(name);
  return headerNames.find((declared) => declared.toLowerCase() === name) ?? truncateName(name);
}

/**
 * For these keywords the validator appends the name of the property to the path of its object without escaping it:
 * `/a/b` may be `b` in `a`, or a property named `a/b`.
 */
const APPENDED = new Set(['required', 'dependentRequired', 'additionalProperties', 'unevaluatedProperties']);

/** Returns the path of the object from Ajv's message, which has no name appended. Undefined for other keywords. */
function parentPath(
  { path, message, errorCode }: Reported,
  texts: string,
  offset: number,
): string | undefined {
  if (!APPENDED.has(errorCode?.split('.')[0] ?? '')) return undefined;
  const isAbout = (candidate: string) => texts.startsWith(`request${candidate} ${message}`, offset);
  // A property with an empty name has no path.
  if (path === '') return texts.slice(offset + 'request'.length, texts.indexOf(` ${message}`, offset));
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    if (isAbout(path.slice(0, slash))) return path.slice(0, slash);
  }
  return undefined;
}

function escapedPath(path: string, parent: string | undefined): string {
  if (parent === undefined) return path;
  const name = path.slice(parent.length + 1);
  return `${parent}/${escapeSegment(name)}`;
}

/** The validator replaces `type` by its own keyword if the format is a date. */
function codeOf(keyword: string): string {
  return codeOfKeyword(keyword === 'x-eov-type' ? 'type' : keyword);
}

const MESSAGES: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_property: 'is not a property of this object; remove it',
};

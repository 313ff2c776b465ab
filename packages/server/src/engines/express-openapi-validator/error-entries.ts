import { escapeSegment, unescapeSegment } from '@penstock/contract/reader';
import { bodyEntry, type ErrorEntry, entryKey, truncateName } from '@penstock/contract/requests';
import { codeOfKeyword, MAX_ERRORS } from '@penstock/contract/validators';

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

/** Translates the validator's report: pointers (RFC 6901) into the body, names of parameters, stable codes. */
export function errorEntries(report: Report, headerNames: readonly string[]): ErrorEntry[] {
  const places = new Map<string, ErrorEntry>();
  let offset = 0;
  for (const reported of report.errors) {
    const parent = parentPath(reported, report.message, offset);
    offset += `request${parent ?? reported.path} ${reported.message}, `.length;
    const keyword = reported.errorCode?.split('.')[0];
    // `if` only repeats what its branch has reported already.
    if (keyword === 'if') continue;
    const place = placeOf(reported, keyword, escapedPath(reported.path, parent), headerNames);
    places.set(entryKey(place), place);
    if (places.size === MAX_ERRORS) break;
  }
  return [...places.values()];
}

/** What we found wrong and what the validator found besides, each place once and not too many of them. */
export function mergedEntries(ours: readonly ErrorEntry[], theirs: readonly ErrorEntry[]): ErrorEntry[] {
  const further = theirs.filter((place) => !ours.some((known) => isSameEntry(known, place)));
  return [...ours, ...further].slice(0, MAX_ERRORS);
}

function isSameEntry(a: ErrorEntry, b: ErrorEntry): boolean {
  return a.pointer === b.pointer && a.parameter === b.parameter;
}

function placeOf(
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
  return `${parent}/${escapeSegment(name)}`;
}

/** What the validator makes of `type` where the format is a date has a keyword of its own. */
function codeOf(keyword: string): string {
  return codeOfKeyword(keyword === 'x-eov-type' ? 'type' : keyword);
}

const MESSAGES: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_property: 'is not a property of this object; remove it',
};

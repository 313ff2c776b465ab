/*
 * JSON Pointer (RFC 6901). Written here and not taken from a library, because `@penstock/contract` has no runtime
 * dependencies and its validators run in browsers.
 */

/** Escapes a name for use as a segment of a pointer: `/v1/pipes` becomes `~1v1~1pipes`. */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The reverse of {@link escapeSegment}. */
export function unescapeSegment(segment: string): string {
  if (!segment.includes('~')) return segment;
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Appends a property name or an array index to a pointer. */
export function appendSegment(pointer: string, name: string | number): string {
  return `${pointer}/${escapeSegment(String(name))}`;
}

/** Writes unescaped segments as a pointer: `['a/b', 0]` becomes `/a~1b/0`. */
export function formatPointer(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(appendSegment, '');
}

/**
 * Splits a pointer into its unescaped segments.
 *
 * @throws Error if the text is not a JSON Pointer.
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw new Error(`"${pointer}" is not a JSON Pointer: it must start with "/".`);
  if (/~(?![01])/.test(pointer)) {
    throw new Error(`"${pointer}" is not a JSON Pointer: "~" must be followed by 0 or 1.`);
  }
  return pointer.slice(1).split('/').map(unescapeSegment);
}

/**
 * Splits the fragment of a `$ref`, such as `#/paths/~1v1~1pipes`, into its unescaped segments. Fragments may be
 * percent-encoded (RFC 6901 section 6).
 *
 * @throws Error if the text is not the fragment of a local reference.
 */
export function parseFragment(fragment: string): string[] {
  if (!fragment.startsWith('#'))
    throw new Error(`"${fragment}" is not a local reference: it must start with "#".`);
  return parsePointer(percentDecoded(fragment.slice(1)));
}

/** Returns the value at a pointer or at a list of unescaped segments; undefined if the value does not have it. */
export function valueAt(value: unknown, pointer: string | readonly string[]): unknown {
  const segments = typeof pointer === 'string' ? parsePointer(pointer) : pointer;
  let found = value;
  for (const segment of segments) found = memberOf(found, segment);
  return found;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  if (Array.isArray(value) && !ARRAY_INDEX.test(name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`"#${text}" is not percent-encoded UTF-8.`);
  }
}

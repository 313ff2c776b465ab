/** The segments of a JSON pointer (RFC 6901), which may be a URI fragment. */
export function segmentsOf(pointer: string): string[] {
  const isFragment = pointer.startsWith('#');
  const parts = (isFragment ? pointer.slice(1) : pointer).split('/').slice(1);
  return parts.map((part) => unescapeSegment(isFragment ? decodeFragment(part) : part));
}

/** A JSON pointer of segments; the whole document is the empty one. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function escapeSegment(segment: string): string {
  if (!/[~/]/.test(segment)) return segment;
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the value at a pointer, or undefined. */
export function valueAt(document: unknown, pointer: string): unknown {
  let node = document;
  for (const segment of segmentsOf(pointer)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
    node = (node as Record<string, unknown>)[segment];
  }
  return node;
}

function unescapeSegment(segment: string): string {
  if (!segment.includes('~')) return segment;
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A percent sign that is not an escape is kept. */
function decodeFragment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

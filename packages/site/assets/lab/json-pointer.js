// JSON Pointer (RFC 6901).

/**
 * @param {string} pointer
 * @param {string} name the name of a property, or the index of an item
 */
export function appendSegment(pointer, name) {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the unescaped segments of a pointer. @param {string} pointer */
export function segmentsOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

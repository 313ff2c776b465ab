/** JSON pointers (RFC 6901) into JSON values. */

/** What stands there, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(
    (inner, name) =>
      isContainer(inner) && Object.hasOwn(inner, name) ? (inner as Container)[name] : undefined,
    value,
  );
}

/**
 * A copy of the value with something else there. Objects on the way are made; `-` stands for the place after the last item
 * of a list.
 */
export function withValueAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const [name, ...rest] = segmentsOf(pointer);
  if (name === undefined) return structuredClone(replacement);
  const below = rest.map((segment) => `/${escaped(segment)}`).join('');
  if (Array.isArray(value)) {
    const index = name === '-' ? value.length : Number(name);
    return [
      ...value.slice(0, index),
      withValueAt(value[index], below, replacement),
      ...value.slice(index + 1),
    ];
  }
  const object = (isContainer(value) ? value : {}) as Container;
  return { ...object, [name]: withValueAt(object[name], below, replacement) };
}

/** A copy of the value without what stands there. */
export function withoutValueAt(value: unknown, pointer: string): unknown {
  const segments = segmentsOf(pointer);
  const last = segments.pop();
  if (last === undefined) return undefined;
  const parentPointer = segments.map((segment) => `/${escaped(segment)}`).join('');
  const parent = valueAt(value, parentPointer);
  if (!isContainer(parent)) return value;
  const left = Array.isArray(parent)
    ? parent.toSpliced(Number(last), 1)
    : Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last));
  return withValueAt(value, parentPointer, left);
}

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

import { parsePointer, valueAt } from '@penstock/contract/reader';

/*
 * Changes of JSON values at JSON Pointers (RFC 6901), on copies. The reader of the contract has no changes, because documents
 * are read-only.
 */

type Path = readonly string[];

/** Returns a copy with another value at the pointer. Missing objects are created; `-` is the end of a list. */
export function withValueAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return withValue(value, parsePointer(pointer), replacement);
}

/** Returns a copy without the value at the pointer. */
export function withoutValueAt(value: unknown, pointer: string): unknown {
  const path = parsePointer(pointer);
  const last = path.pop();
  if (last === undefined) return undefined;
  const parent = valueAt(value, path);
  if (typeof parent !== 'object' || parent === null) return value;
  const rest = Array.isArray(parent)
    ? parent.toSpliced(Number(last), 1)
    : Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last));
  return withValue(value, path, rest);
}

function withValue(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return structuredClone(replacement);
  if (Array.isArray(value)) {
    const index = name === '-' ? value.length : Number(name);
    return [...value.slice(0, index), withValue(value[index], rest, replacement), ...value.slice(index + 1)];
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, replacement) };
}

/* The runtime of the generated copies: what their code calls. */

import { formatPointer } from '../reader/json-pointer.ts';

/**
 * Returns what JSON writes of a body, as plain objects and arrays. Each value is read once, so a getter or `toJSON` cannot
 * return something else when the copy is validated and sent.
 *
 * Response schemas are open, so that clients accept what later versions add. A validator therefore accepts every
 * additional property, and a database row that a handler spreads into its response would expose its secrets. A server
 * of this version sends only what this version declares. Write-only properties count as undeclared.
 *
 * @throws UndeclaredValue at the first value that the contract does not declare.
 */
export type CopyDeclared = (body: unknown) => unknown;

/** A body has a value that the contract does not declare. */
export class UndeclaredValue extends Error {
  override readonly name = 'UndeclaredValue';
  /** A JSON pointer into the body. */
  readonly pointer: string;

  constructor(path: readonly (string | number)[]) {
    const pointer = formatPointer(path);
    super(`The contract does not declare the value at ${pointer}.`);
    this.pointer = pointer;
  }
}

/** The names and indexes that lead to the value that is copied. */
type Path = (string | number)[];

type Properties = Readonly<Record<string, unknown>>;

/** Copies the values of one schema. Most are generated. */
export interface DeclaredSchema {
  /** @param value an object of which JSON writes the enumerable properties. */
  readonly properties: (value: Properties, path: Path) => unknown;
  readonly items: (items: readonly unknown[], path: Path) => unknown;
}

/** The empty schema. */
export const ANYTHING: DeclaredSchema = { properties: (value) => value, items: (items) => items };

/** A schema without properties and items. */
export const NOTHING: DeclaredSchema = {
  properties(value, path) {
    for (const name of Object.keys(value)) rejectUnlessLeftOut(value[name], name, path);
    return {};
  },
  items: rejectItems,
};

/** Returns the copy of bodies that have the schema. */
export function copyDeclared(schema: DeclaredSchema): CopyDeclared {
  return (body) => copyValue(body, '', [], schema);
}

/** Returns undefined if JSON leaves the value out. */
export function copyMember(
  value: unknown,
  key: string | number,
  path: Path,
  schema: DeclaredSchema,
): unknown {
  // The path changes for nothing in most values of a body.
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  path.push(key);
  const copy = copyValue(value, key, path, schema);
  path.pop();
  return copy;
}

/** Copies a member whose schema has no properties and items, as most have. */
export function copyScalar(value: unknown, key: string, path: Path): unknown {
  return typeof value === 'string' ? value : copyMember(value, key, path, NOTHING);
}

export function copyItems(items: readonly unknown[], path: Path, schema: DeclaredSchema): unknown[] {
  const copies: unknown[] = [];
  for (let index = 0; index < items.length; index++)
    copies.push(copyMember(items[index], index, path, schema) ?? null);
  return copies;
}

export function rejectItems(_items: readonly unknown[], path: Path): never {
  throw new UndeclaredValue(path);
}

export function rejectUnlessLeftOut(value: unknown, name: string, path: Path): void {
  if (value === undefined || asWritten(value, name) === undefined) return;
  throw new UndeclaredValue([...path, name]);
}

/** Sets a property whose name is not known beforehand. */
export function setMember(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return;
  if (name !== '__proto__') copy[name] = value;
  // An assignment would replace the prototype instead.
  else Object.defineProperty(copy, name, { value, configurable: true, enumerable: true, writable: true });
}

function copyValue(value: unknown, key: string | number, path: Path, schema: DeclaredSchema): unknown {
  switch (typeof value) {
    case 'object':
      if (value === null) return value;
      if (!isPlain(value)) return copyValue(asWritten(value, key), key, path, schema);
      return Array.isArray(value) ? schema.items(value, path) : schema.properties(value as Properties, path);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'function':
    case 'symbol':
      return copyValue(asWritten(value, key), key, path, schema);
    default:
      return value;
  }
}

/** Whether JSON writes the elements or the enumerable properties of an object, and nothing else. */
function isPlain(value: object): boolean {
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What JSON writes of any other value, for example of a date or of an instance of a class; undefined if it leaves it out. */
function asWritten(value: unknown, key: string | number): unknown {
  const written: Properties = JSON.parse(JSON.stringify({ [key]: value }));
  // Every object inherits `constructor` and others.
  return Object.hasOwn(written, key) ? written[key] : undefined;
}

/** What the code refers to, by its names in the code. */
export const COPY_RUNTIME = {
  ANYTHING,
  NOTHING,
  copyItems,
  copyMember,
  copyScalar,
  rejectItems,
  rejectUnlessLeftOut,
  setMember,
};

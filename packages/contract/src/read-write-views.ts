/*
 * The types that the markers of openapi-typescript stand for. Its own `Readable` and `Writable` treat the `string & {}` of
 * an open set as an object, and the result is not a string any more. These types keep primitives unchanged.
 */

type Primitive = string | number | boolean | null | undefined;
type ReadOnly<Value = unknown> = { readonly $read: Value };
type WriteOnly<Value = unknown> = { readonly $write: Value };

/** `never` extends every type, but a property that a variant does not have (`?: never`) is part of the view. */
type IsMarked<Value, Marker> = [NonNullable<Value>] extends [never]
  ? false
  : NonNullable<Value> extends Marker
    ? true
    : false;

/** A schema as a response has it: without write-only properties. */
export type Readable<T> = T extends Primitive
  ? T
  : T extends ReadOnly<infer Value>
    ? Readable<Value>
    : T extends (infer Item)[]
      ? Readable<Item>[]
      : { [K in keyof T as IsMarked<T[K], WriteOnly> extends true ? never : K]: Readable<T[K]> };

/** A schema as a request body has it: without read-only properties. */
export type Writable<T> = T extends Primitive
  ? T
  : T extends WriteOnly<infer Value>
    ? Writable<Value>
    : T extends (infer Item)[]
      ? Writable<Item>[]
      : { [K in keyof T as IsMarked<T[K], ReadOnly> extends true ? never : K]: Writable<T[K]> };

/*
 * The views that openapi-typescript's markers stand for. Its own `Readable` and `Writable` take the `string & {}` of an
 * open set for an object and make a type of it that is no string any more; these leave primitives alone.
 */

type Primitive = string | number | boolean | null | undefined;
type ReadOnly<Value = unknown> = { readonly $read: Value };
type WriteOnly<Value = unknown> = { readonly $write: Value };

/** A schema as an answer has it: without what is only ever sent. */
export type Readable<T> = T extends Primitive
  ? T
  : T extends ReadOnly<infer Value>
    ? Readable<Value>
    : T extends (infer Item)[]
      ? Readable<Item>[]
      : { [K in keyof T as NonNullable<T[K]> extends WriteOnly ? never : K]: Readable<T[K]> };

/** A schema as a request body has it: without what only the server sets. */
export type Writable<T> = T extends Primitive
  ? T
  : T extends WriteOnly<infer Value>
    ? Writable<Value>
    : T extends (infer Item)[]
      ? Writable<Item>[]
      : { [K in keyof T as NonNullable<T[K]> extends ReadOnly ? never : K]: Writable<T[K]> };

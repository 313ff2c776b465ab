import type { Readable } from 'node:stream';
import type { SettingValue } from '../../port/engine-port.ts';

/** An object as the store lists it. */
export interface StoredObject {
  readonly key: string;
  /** The entity tag of the content, without quotes. */
  readonly etag: string;
  readonly size: number;
  /** In milliseconds since the UNIX epoch. */
  readonly modified: number;
}

/** Where a bucket or container is. */
export interface StoreName {
  readonly endpoint: string;
  readonly bucket: string;
}

/** A bucket or container, with the credentials of a pipe. All methods reject with a `PipeError`. */
export interface ObjectStore {
  /** Where it is, for messages; without secrets. */
  readonly bucket: StoreName;
  /** The objects whose keys start with `prefix` and are greater than `after`, in the order of the store, page by page. */
  list(
    prefix: string,
    after: string | undefined,
    signal: AbortSignal,
  ): AsyncIterable<readonly StoredObject[]>;
  /** The content of an object that has not changed since it was listed. */
  read(object: Pick<StoredObject, 'key' | 'etag'>, signal: AbortSignal): Promise<Readable>;
  /** Whether the engine can read this key by itself. */
  isReadable(key: string): boolean;
  /** A table function of ClickHouse that reads the objects. It contains the credentials. The addresses of the store are checked. */
  tableFunction(keys: readonly string[], reading: Reading, signal: AbortSignal): Promise<string>;
  /** Settings of statements with the table function. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** What the engine calls an object in the column `_path`. */
  pathOf(key: string): string;
  close(): void;
}

/** How the engine reads objects. */
export interface Reading {
  readonly format: string;
  readonly compression: string;
  readonly structure: string;
}

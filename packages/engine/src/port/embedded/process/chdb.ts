import { createRequire } from 'node:module';

/** The part of chdb that the engine uses. Declared here, because the package is optional. */
export interface Chdb {
  readonly Session: new (path: string, options: { connectionArgs: readonly string[] }) => Session;
  /** Resolves when nothing runs in the library. */
  drainPending(): Promise<void>;
}

/** Runs one statement at a time. Several sessions run in parallel. */
export interface Session {
  queryAsync(sql: string, options: { format: string }): Promise<Result>;
  queryStream(sql: string, options: { format: string; signal?: AbortSignal }): AsyncIterable<Chunk>;
  close(): void;
}

interface Result {
  bytes(): Uint8Array;
  text(): string;
}

interface Chunk {
  raw(): Uint8Array;
}

export function loadChdb(): Chdb {
  return createRequire(import.meta.url)('chdb') as Chdb;
}

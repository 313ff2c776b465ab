/** An expression that cannot be used. */
export interface QueryErrorEntry {
  /** A JSON pointer into the request, or into the configuration of a tile. */
  readonly pointer: string;
  readonly message: string;
}

/** The codes of D-89. */
export type QueryErrorCode = 'query_invalid' | 'query_too_large' | 'query_too_slow' | 'source_not_ready';

/** A query that cannot run, and what its author can change. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: QueryErrorCode;
  readonly entries: readonly QueryErrorEntry[];

  constructor(code: QueryErrorCode, message: string, entries: readonly QueryErrorEntry[] = []) {
    super(message);
    this.code = code;
    this.entries = entries;
  }
}

/** A table as the stream of changes describes it, before its first change and after each change of its definition. */
export interface StreamRelation {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly StreamColumn[];
}

export interface StreamColumn {
  readonly name: string;
  /** Whether it belongs to the replica identity. */
  readonly isKey: boolean;
  readonly type: number;
  readonly modifier: number;
}

/** A row in the form of the stream: the values of the columns of its relation, one after the other. */
export interface Tuple {
  readonly bytes: Buffer;
  /** Where the first value begins. */
  readonly start: number;
  /** Whether some value is absent because it is stored apart (TOAST) and has not changed. */
  readonly hasUnchanged: boolean;
}

interface RowChange {
  readonly relation: StreamRelation;
  /** The position of the change in the log. Later changes of a row have greater ones. */
  readonly lsn: bigint;
}

export interface Insertion extends RowChange {
  readonly kind: 'insert';
  readonly row: Tuple;
}

export interface Update extends RowChange {
  readonly kind: 'update';
  readonly row: Tuple;
  /** The row before, if Postgres sends it: after a change of the key, and for the replica identity `full`. */
  readonly previous: PreviousRow | undefined;
}

export interface Deletion extends RowChange {
  readonly kind: 'delete';
  readonly previous: PreviousRow;
}

/** A row before its change. If `isKey`, the columns that do not belong to the replica identity are null. */
export interface PreviousRow {
  readonly row: Tuple;
  readonly isKey: boolean;
}

export interface Truncation {
  readonly kind: 'truncate';
  readonly relations: readonly StreamRelation[];
  readonly lsn: bigint;
}

export type Change = Insertion | Update | Deletion | Truncation;

/** A committed transaction, or a part of a large one. Changes that were rolled back never appear. */
export interface TransactionPart {
  readonly kind: 'transaction';
  /** The number of the transaction, as far as 32 bits reach. */
  readonly xid: number;
  /** The position of the commit. */
  readonly commitLsn: bigint;
  /** In milliseconds since the UNIX epoch. */
  readonly committedAt: number;
  /** The number of the part, from 0. The limits of parts depend on the changes only, so they are the same when it is read again. */
  readonly part: number;
  /** The position after the transaction, which can be acknowledged; undefined if further parts follow. */
  readonly endLsn: bigint | undefined;
  readonly changes: readonly Change[];
  readonly bytes: number;
}

/** Everything up to a position has been read, and all transactions of the pipe before it have been yielded. */
interface IdleStep {
  readonly kind: 'idle';
  readonly endLsn: bigint;
}

export type StreamStep = TransactionPart | IdleStep;

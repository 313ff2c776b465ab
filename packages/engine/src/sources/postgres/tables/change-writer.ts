import type { MovedData } from '../../../pipe-runtime.ts';
import type { EnginePort } from '../../../port/engine-port.ts';
import type { TransactionPart } from '../changes/change.ts';
import type { Relation, RelationName } from '../relations/relation.ts';
import type { TablePlan } from './table-plan.ts';

export interface ChangeWriterParts {
  readonly engine: EnginePort;
  /** The tables of the pipe. Changes of other tables are ignored. */
  readonly plans: readonly TablePlan[];
  /** Reads a table from the catalog again, after its definition has changed. */
  readonly readRelation: (name: RelationName) => Promise<Relation | undefined>;
  /** Plans a table whose definition has changed. */
  readonly replan: (relation: Relation, previous: TablePlan) => TablePlan;
}

/** What identifies an insert, and ends it. */
export interface GroupOptions {
  /** The same for the same parts. Tables without versions recognize rows by it that are written again. */
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Writes changes into the tables of a pipe. */
export interface ChangeWriter {
  /** The tables as they are now. */
  readonly plans: readonly TablePlan[];
  /**
   * Writes parts of transactions, in the order of the stream. When it resolves, their rows are in the tables.
   *
   * @throws PipeError if a table of Postgres has changed in a way that its destination cannot follow
   */
  write(parts: readonly TransactionPart[], options: GroupOptions): Promise<MovedData>;
}

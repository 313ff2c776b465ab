import type { MovedData } from '../../../pipe-runtime.ts';
import type { EnginePort } from '../../../port/engine-port.ts';
import { deleteRows, storageOf } from '../../../tables/table-statements.ts';
import type { StreamRelation, TransactionPart, Truncation } from '../changes/change.ts';
import { followRelation, type SchemaParts } from './follow-relation.ts';
import { VERSION_COLUMN } from './mapped-columns.ts';
import { type InsertOptions, TableChanges } from './table-changes.ts';
import type { TablePlan } from './table-plan.ts';

export interface ChangeWriterParts extends SchemaParts {
  /** The tables of the pipe. Changes of other tables are ignored. */
  readonly plans: readonly TablePlan[];
}

/** Writes changes into the tables of a pipe. */
export class ChangeWriter {
  readonly #engine: EnginePort;
  readonly #parts: SchemaParts;
  readonly #plans: Map<number, TablePlan>;
  /** Undefined for a table that the pipe does not have. */
  readonly #tables = new Map<StreamRelation, TableChanges | undefined>();

  constructor({ plans, ...parts }: ChangeWriterParts) {
    this.#engine = parts.engine;
    this.#parts = parts;
    this.#plans = new Map(plans.map((plan) => [plan.relation.oid, plan]));
  }

  /** The tables as they are now: they follow those of Postgres. */
  get plans(): readonly TablePlan[] {
    return [...this.#plans.values()];
  }

  /**
   * Writes parts of transactions, in the order of the stream. When it resolves, their rows are in the tables.
   *
   * @param options a token that is the same for the same parts
   * @throws PipeError if a table of Postgres has changed in a way that its destination cannot follow
   */
  async write(parts: readonly TransactionPart[], options: InsertOptions): Promise<MovedData> {
    let rows = 0;
    const insert = async () => {
      rows += await this.#insert(options);
    };
    for (const { changes } of parts)
      for (const change of changes) {
        if (change.kind === 'truncate') {
          await insert();
          await this.#truncate(change);
        } else {
          if (!this.#tables.has(change.relation)) {
            await insert();
            await this.#follow(change.relation);
          }
          this.#tables.get(change.relation)?.add(change);
        }
      }
    await insert();
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    return { rows, bytes, batches: 1, errors: 0 };
  }

  /** The stream describes a table for the first time, or its definition has changed. */
  async #follow(relation: StreamRelation): Promise<void> {
    const plan = this.#plans.get(relation.oid);
    for (const known of this.#tables.keys()) if (known.oid === relation.oid) this.#tables.delete(known);
    if (plan === undefined) {
      this.#tables.set(relation, undefined);
      return;
    }
    const followed = await followRelation(this.#parts, plan, relation);
    this.#plans.set(relation.oid, followed);
    this.#tables.set(relation, new TableChanges(followed, relation));
  }

  async #insert(options: InsertOptions): Promise<number> {
    const tables = [...this.#tables.values()].filter((table) => table !== undefined);
    const results = await Promise.allSettled(tables.map((table) => table.insert(this.#engine, options)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
  }

  /** Only rows from before the truncation are deleted, so it may be repeated. */
  async #truncate({ relations, lsn }: Truncation): Promise<void> {
    for (const { oid } of relations) {
      const plan = this.#plans.get(oid);
      if (plan !== undefined && plan.engine !== 'Null')
        await this.#engine.command(
          deleteRows(plan.table, `${VERSION_COLUMN} < ${lsn}`, storageOf(this.#engine)),
        );
    }
  }
}

import { Readable } from 'node:stream';
import type { EnginePort } from '../../../port/engine-port.ts';
import type { Change, Deletion, Insertion, StreamRelation, Update } from '../changes/change.ts';
import { changesInsert } from './insert-statements.ts';
import { layoutOf, RowEncoder } from './row-encoder.ts';
import { RowKeys } from './row-keys.ts';
import { findStoredValues } from './stored-values.ts';
import type { TablePlan } from './table-plan.ts';
import { UnchangedValues } from './unchanged-values.ts';

type RowChange = Insertion | Update | Deletion;

export interface InsertOptions {
  /** Identifies the rows of a table that has no versions. */
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Changes of one table that are inserted together. */
export class TableChanges {
  readonly plan: TablePlan;
  readonly #layout: Int32Array;
  readonly #keys: RowKeys;
  #changes: RowChange[] = [];
  #hasUnchanged = false;

  constructor(plan: TablePlan, relation: StreamRelation) {
    this.plan = plan;
    this.#layout = layoutOf(plan, relation);
    const positions = plan.sortingKey.map((key) => relation.columns.findIndex(({ name }) => name === key));
    this.#keys = new RowKeys(positions);
  }

  add(change: RowChange): void {
    this.#changes.push(change);
    if (change.kind === 'update' && change.row.hasUnchanged) this.#hasUnchanged = true;
  }

  /** Inserts what was added. Returns the number of changes. */
  async insert(engine: EnginePort, { token, signal }: InsertOptions): Promise<number> {
    const changes = this.#changes;
    if (changes.length === 0) return 0;
    this.#changes = [];
    const values = this.#hasUnchanged ? await this.#findUnchanged(engine, changes, signal) : undefined;
    this.#hasUnchanged = false;
    const marked = [...new Set(values?.lookups.flatMap(({ columns }) => columns))];
    const encoder = new RowEncoder(this.#layout, marked);
    for (const change of changes) this.#encode(encoder, change, values);
    const [first] = changes;
    const { settings, ...statement } = changesInsert(this.plan, marked);
    await engine.query({
      ...statement,
      settings: { ...settings, ...this.#deduplication(`${token}/${this.plan.relation.oid}/${first?.lsn}`) },
      data: Readable.from([encoder.bytes]),
      signal,
    });
    return changes.length;
  }

  async #findUnchanged(
    engine: EnginePort,
    changes: readonly Change[],
    signal: AbortSignal,
  ): Promise<UnchangedValues> {
    const values = new UnchangedValues(this.#layout, this.#keys);
    for (const change of changes) values.follow(change);
    await findStoredValues(engine, this.plan, this.#layout, values.lookups, signal);
    return values;
  }

  /** When a key changes, the row with the new key precedes the deletion of the old one: no reader misses both. */
  #encode(encoder: RowEncoder, change: RowChange, values: UnchangedValues | undefined): void {
    if (change.kind === 'delete') {
      encoder.add(change.previous.row, change.lsn, 1);
      return;
    }
    encoder.add(change.row, change.lsn, 0, values?.finderOf(change));
    if (change.kind === 'insert' || change.previous === undefined) return;
    const { row } = change.previous;
    if (!this.#keys.areSame(change.row, row)) encoder.add(row, change.lsn, 1);
  }

  /** A row that is written again has the same version and replaces itself. Without versions, the table has to recognize the insert. */
  #deduplication(token: string): Record<string, string | number> {
    if (this.plan.engine === 'ReplacingMergeTree') return { insert_deduplicate: 0 };
    return { insert_deduplicate: 1, insert_deduplication_token: token };
  }
}

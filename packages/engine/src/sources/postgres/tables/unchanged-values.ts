import type { Change, Tuple, Update } from '../changes/change.ts';
import { IS_NULL, IS_UNCHANGED, TupleValues } from '../changes/tuple-values.ts';
import type { Cell, FindCell } from './row-encoder.ts';
import type { RowKeys } from './row-keys.ts';
import type { Lookup } from './stored-values.ts';

/** A row as far as the changes of a group describe it. */
interface KnownRow {
  readonly tuple: Tuple;
  /** Where the values are that the tuple leaves out. */
  readonly rest: KnownRow | Lookup | undefined;
}

/**
 * Finds the values that updates leave out because they are stored apart (TOAST) and have not changed: in the row before the update, in an
 * earlier change of the group, or else in the destination.
 */
export class UnchangedValues {
  readonly #layout: Int32Array;
  readonly #keys: RowKeys;
  readonly #latest = new Map<string, KnownRow | undefined>();
  readonly #rows = new Map<Change, KnownRow>();
  readonly #values = new TupleValues();
  /** The earlier changes that have the values of a lookup that finds no row. */
  readonly #before = new Map<Lookup, KnownRow>();
  readonly lookups: Lookup[] = [];

  constructor(layout: Int32Array, keys: RowKeys) {
    this.#layout = layout;
    this.#keys = keys;
  }

  /** Changes are followed in their order. */
  follow(change: Change): void {
    if (change.kind === 'insert')
      this.#latest.set(this.#keys.textOf(change.row, undefined), { tuple: change.row, rest: undefined });
    else if (change.kind === 'delete')
      this.#latest.set(this.#keys.textOf(change.previous.row, undefined), undefined);
    else if (change.kind === 'update') this.#followUpdate(change);
  }

  /** The values that an update leaves out. To be called when the values of `lookups` are known. */
  finderOf(change: Change): FindCell | undefined {
    const row = this.#rows.get(change);
    return row && ((column) => this.#cellOf(row, column));
  }

  #followUpdate(change: Update): void {
    const { previous, row } = change;
    const key = this.#keys.textOf(row, previous?.row);
    const previousKey = previous === undefined ? key : this.#keys.textOf(previous.row, undefined);
    const known = { tuple: row, rest: row.hasUnchanged ? this.#restOf(change, previousKey) : undefined };
    if (previousKey !== key) this.#latest.set(previousKey, undefined);
    this.#latest.set(key, known);
    if (row.hasUnchanged) this.#rows.set(change, known);
  }

  #restOf({ previous, row, lsn }: Update, previousKey: string): KnownRow | Lookup {
    if (previous !== undefined && !previous.isKey) return { tuple: previous.row, rest: undefined };
    const before = this.#latest.get(previousKey);
    if (before !== undefined && this.#isComplete(before)) return before;
    const isMoved = previous !== undefined || before !== undefined;
    const lookup: Lookup = {
      key: row,
      previousKey: before === undefined ? previous?.row : undefined,
      // If the key was that of another row before, only a row that is as new as this update is its result.
      atLeast: isMoved ? lsn : 0n,
      columns: this.#unchangedColumns(row),
      found: undefined,
    };
    this.lookups.push(lookup);
    if (before !== undefined) this.#before.set(lookup, before);
    return lookup;
  }

  /** Whether no value of a row has to be looked up. A row that was written before and is gone now would not be found. */
  #isComplete({ tuple, rest }: KnownRow): boolean {
    if (!tuple.hasUnchanged) return true;
    return rest !== undefined && 'tuple' in rest && this.#isComplete(rest);
  }

  #unchangedColumns(row: Tuple): readonly number[] {
    this.#values.read(row);
    return [...this.#layout.keys()].filter(
      (column) => this.#values.lengths[this.#layout[column] ?? -1] === IS_UNCHANGED,
    );
  }

  #cellOf(row: KnownRow, column: number): Cell | undefined {
    const position = this.#layout[column] ?? -1;
    this.#values.read(row.tuple);
    const length = this.#values.lengths[position] ?? IS_NULL;
    if (length !== IS_UNCHANGED)
      return { bytes: row.tuple.bytes, start: this.#values.starts[position] ?? 0, length, isStored: false };
    if (row.rest === undefined) return undefined;
    if ('tuple' in row.rest) return this.#cellOf(row.rest, column);
    const before = this.#before.get(row.rest);
    return row.rest.found?.get(column) ?? (before && this.#cellOf(before, column));
  }
}

import type { Tuple } from '../changes/change.ts';
import { IS_UNCHANGED, TupleValues } from '../changes/tuple-values.ts';

/** Compares rows by the columns that identify them in the destination. */
export class RowKeys {
  readonly #positions: readonly number[];
  readonly #values = new TupleValues();
  readonly #others = new TupleValues();

  /** @param positions where the columns of the key are in the tuples */
  constructor(positions: readonly number[]) {
    this.#positions = positions;
  }

  /** A text that only rows with the same key have. A value that has not changed is that of the row before. */
  textOf(row: Tuple, before: Tuple | undefined): string {
    this.#values.read(row);
    if (before !== undefined) this.#others.read(before);
    return this.#positions
      .map((position) => {
        const isKept = this.#values.lengths[position] === IS_UNCHANGED && before !== undefined;
        const { starts, lengths } = isKept ? this.#others : this.#values;
        const { bytes } = isKept ? before : row;
        const [start = 0, length = 0] = [starts[position], lengths[position]];
        return length < 0 ? 'null;' : `${length}:${bytes.toString('latin1', start, start + length)};`;
      })
      .join('');
  }

  areSame(row: Tuple, other: Tuple): boolean {
    this.#values.read(row);
    this.#others.read(other);
    return this.#positions.every((position) => this.#isSame(row, other, position));
  }

  #isSame(row: Tuple, other: Tuple, position: number): boolean {
    const [length = 0, otherLength = 0] = [this.#values.lengths[position], this.#others.lengths[position]];
    if (length === IS_UNCHANGED || otherLength === IS_UNCHANGED) return true;
    if (length !== otherLength) return false;
    if (length <= 0) return true;
    const [start = 0, otherStart = 0] = [this.#values.starts[position], this.#others.starts[position]];
    return row.bytes.compare(other.bytes, otherStart, otherStart + length, start, start + length) === 0;
  }
}

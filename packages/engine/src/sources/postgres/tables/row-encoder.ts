import type { StreamRelation, Tuple } from '../changes/change.ts';
import { IS_NULL, IS_UNCHANGED, TupleValues } from '../changes/tuple-values.ts';
import type { TablePlan } from './table-plan.ts';

const FIRST_BYTES = 64 * 1024;
/** What a row needs apart from its values: a version and a mark, and per value two marks and a length. */
const ROW_BYTES = 9;
const VALUE_BYTES = 7;

/** A value of another row, or of the destination. */
export interface Cell {
  readonly bytes: Buffer;
  readonly start: number;
  /** In bytes, or `IS_NULL`. */
  readonly length: number;
  /** Whether it is a text of the engine, and not one of Postgres. */
  readonly isStored: boolean;
}

/** The value of a column that the stream left out, because it has not changed. */
export type FindCell = (column: number) => Cell | undefined;

/** Where the columns of a table are in the tuples of the stream; -1 for a column that they do not have. */
export function layoutOf({ columns }: TablePlan, relation: StreamRelation): Int32Array {
  const positions = new Map(relation.columns.map(({ name }, index) => [name, index]));
  return Int32Array.from(columns, ({ name }) => positions.get(name) ?? -1);
}

/**
 * Rows in the format RowBinary: the texts of all columns, a version, whether the row was deleted, and for some columns whether their text is
 * one of the engine.
 */
export class RowEncoder {
  readonly #layout: Int32Array;
  readonly #marked: readonly number[];
  readonly #values = new TupleValues();
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  count = 0;

  /** @param marked the columns whose texts may be those of the engine */
  constructor(layout: Int32Array, marked: readonly number[]) {
    this.#layout = layout;
    this.#marked = marked;
  }

  /** The rows so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(tuple: Tuple, version: bigint, deleted: 0 | 1, findCell?: FindCell): void {
    const values = this.#values;
    values.read(tuple);
    this.#reserve(ROW_BYTES + this.#layout.length * VALUE_BYTES);
    for (let column = 0; column < this.#layout.length; column += 1) {
      const position = this.#layout[column] ?? -1;
      const length =
        position < 0 || position >= values.count ? IS_NULL : (values.lengths[position] ?? IS_NULL);
      if (length === IS_UNCHANGED) this.#writeCell(findCell?.(column));
      else this.#write(tuple.bytes, values.starts[position] ?? 0, length);
    }
    this.#length = this.#buffer.writeBigUInt64LE(version, this.#length);
    this.#writeByte(deleted);
    for (const column of this.#marked) {
      const isUnchanged = values.lengths[this.#layout[column] ?? -1] === IS_UNCHANGED;
      this.#writeByte(isUnchanged && findCell?.(column)?.isStored === true ? 1 : 0);
    }
    this.count += 1;
  }

  #writeCell(cell: Cell | undefined): void {
    if (cell === undefined) this.#write(this.#buffer, 0, IS_NULL);
    else this.#write(cell.bytes, cell.start, cell.length);
  }

  #writeByte(byte: number): void {
    this.#buffer[this.#length] = byte;
    this.#length += 1;
  }

  #write(source: Buffer, start: number, length: number): void {
    if (length < 0) {
      this.#writeByte(1);
      return;
    }
    this.#reserve(length + ROW_BYTES + this.#layout.length * VALUE_BYTES);
    this.#writeByte(0);
    this.#writeLength(length);
    source.copy(this.#buffer, this.#length, start, start + length);
    this.#length += length;
  }

  /** Seven bits per byte, the lowest first. */
  #writeLength(length: number): void {
    let rest = length;
    while (rest >= 0x80) {
      this.#writeByte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.#writeByte(rest);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

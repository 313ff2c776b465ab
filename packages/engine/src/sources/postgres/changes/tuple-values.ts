import type { Tuple } from './change.ts';

const NULL = 0x6e;
const UNCHANGED = 0x75;
const TEXT = 0x74;

/** The length of a value that is null. */
export const IS_NULL = -1;
/** The length of a value that is stored apart and has not changed. */
export const IS_UNCHANGED = -2;

/** Where the values of a tuple are. One object is used for many tuples. */
export class TupleValues {
  count = 0;
  starts = new Int32Array(64);
  /** In bytes, or `IS_NULL` or `IS_UNCHANGED`. */
  lengths = new Int32Array(64);

  read({ bytes, start }: Tuple): void {
    const count = bytes.readUInt16BE(start);
    if (count > this.starts.length) this.#grow(count);
    this.count = count;
    let offset = start + 2;
    for (let index = 0; index < count; index += 1) {
      const kind = bytes[offset];
      offset += 1;
      if (kind !== TEXT) {
        this.lengths[index] = kind === UNCHANGED ? IS_UNCHANGED : IS_NULL;
        continue;
      }
      const length = bytes.readInt32BE(offset);
      this.starts[index] = offset + 4;
      this.lengths[index] = length;
      offset += 4 + length;
    }
  }

  #grow(count: number): void {
    this.starts = new Int32Array(count);
    this.lengths = new Int32Array(count);
  }
}

/** A tuple at an offset, and the offset after it. */
export function readTuple(bytes: Buffer, start: number): { readonly tuple: Tuple; readonly end: number } {
  const count = bytes.readUInt16BE(start);
  let offset = start + 2;
  let hasUnchanged = false;
  for (let index = 0; index < count; index += 1) {
    const kind = bytes[offset];
    offset += 1;
    if (kind === TEXT) offset += 4 + bytes.readInt32BE(offset);
    else if (kind === UNCHANGED) hasUnchanged = true;
    else if (kind !== NULL)
      throw new Error(`The stream of Postgres has a value of the unknown kind ${kind}.`);
  }
  return { tuple: { bytes, start, hasUnchanged }, end: offset };
}

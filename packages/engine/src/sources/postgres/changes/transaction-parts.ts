import type { Change, StreamStep } from './change.ts';
import { ChangeDecoder } from './change-decoder.ts';

/** A part of a transaction has at most about this many bytes, as they are in the stream. */
const PART_BYTES = 4 * 1024 * 1024;

/** Buffers that messages are copied to. */
const CHUNK_BYTES = 256 * 1024;

const MILLISECONDS_OF_2000 = 946_684_800_000;

interface OpenTransaction {
  readonly xid: number;
  readonly commitLsn: bigint;
  readonly committedAt: number;
  part: number;
  changes: Change[];
  bytes: number;
}

/** Forms parts of transactions from the messages of the plugin pgoutput, version 1: it sends one committed transaction after the other. */
export class TransactionParts {
  readonly #decoder = new ChangeDecoder();
  readonly #push: (step: StreamStep) => void;
  #open: OpenTransaction | undefined;
  #chunk = Buffer.alloc(0);
  #used = 0;

  constructor(push: (step: StreamStep) => void) {
    this.#push = push;
  }

  /** Everything before a position has been sent. */
  reached(endLsn: bigint): void {
    if (this.#open === undefined) this.#push({ kind: 'idle', endLsn });
  }

  /** @param shared the bytes of a message; they are overwritten later */
  read(lsn: bigint, shared: Buffer): void {
    switch (shared[0]) {
      case 0x42: // B
        this.#begin(shared);
        return;
      case 0x43: // C
        this.#commit(shared);
        return;
      case 0x52: // R
        this.#decoder.describe(shared);
        return;
      case 0x49: // I
        this.#add(this.#decoder.insertion(this.#copy(shared), lsn), shared.length);
        return;
      case 0x55: // U
        this.#add(this.#decoder.update(this.#copy(shared), lsn), shared.length);
        return;
      case 0x44: // D
        this.#add(this.#decoder.deletion(this.#copy(shared), lsn), shared.length);
        return;
      case 0x54: // T
        this.#add(this.#decoder.truncation(shared, lsn), shared.length);
        return;
      default: // Types, origins and messages of applications
        return;
    }
  }

  #begin(message: Buffer): void {
    this.#open = {
      xid: message.readUInt32BE(17),
      commitLsn: message.readBigUInt64BE(1),
      committedAt: MILLISECONDS_OF_2000 + Number(message.readBigInt64BE(9)) / 1000,
      part: 0,
      changes: [],
      bytes: 0,
    };
  }

  #commit(message: Buffer): void {
    const endLsn = message.readBigUInt64BE(10);
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || (open.changes.length === 0 && open.part === 0))
      this.#push({ kind: 'idle', endLsn });
    else this.#push({ kind: 'transaction', ...open, endLsn });
  }

  #add(change: Change, bytes: number): void {
    const open = this.#open;
    if (open === undefined) throw new Error('The stream of Postgres has a change without a transaction.');
    open.changes.push(change);
    open.bytes += bytes;
    if (open.bytes < PART_BYTES) return;
    this.#push({ kind: 'transaction', ...open, endLsn: undefined });
    this.#open = { ...open, part: open.part + 1, changes: [], bytes: 0 };
  }

  #copy(shared: Buffer): Buffer {
    const { length } = shared;
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, length));
      this.#used = 0;
    }
    shared.copy(this.#chunk, this.#used);
    this.#used += length;
    return this.#chunk.subarray(this.#used - length, this.#used);
  }
}

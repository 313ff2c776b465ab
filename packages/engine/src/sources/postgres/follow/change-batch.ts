import type { StreamStep, TransactionPart } from '../changes/change.ts';
import { formatLsn, parseLsn } from '../changes/lsn.ts';
import type { StreamPosition } from '../progress.ts';

/** Parts of transactions that are inserted together, and the positions before and after them. */
export class ChangeBatch {
  readonly from: StreamPosition;
  readonly parts: TransactionPart[] = [];
  #end: bigint;
  #open: { readonly commitLsn: bigint; readonly part: number } | undefined;
  #changes = 0;
  #bytes = 0;

  constructor(from: StreamPosition) {
    this.from = from;
    this.#end = parseLsn(from.lsn);
    this.#open = from.open && { commitLsn: parseLsn(from.open.commitLsn), part: from.open.part };
  }

  get to(): StreamPosition {
    const open = this.#open;
    return {
      lsn: formatLsn(this.#end),
      ...(open !== undefined && { open: { commitLsn: formatLsn(open.commitLsn), part: open.part } }),
    };
  }

  get changes(): number {
    return this.#changes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the next step of the stream. What the database sends again is skipped. */
  add(step: StreamStep): void {
    if (step.kind === 'idle') {
      if (this.#open === undefined && step.endLsn > this.#end) this.#end = step.endLsn;
      return;
    }
    if (step.commitLsn < this.#end) return;
    if (this.#open?.commitLsn === step.commitLsn && step.part <= this.#open.part) return;
    this.#open = step.endLsn === undefined ? { commitLsn: step.commitLsn, part: step.part } : undefined;
    if (step.endLsn !== undefined) this.#end = step.endLsn;
    this.parts.push(step);
    this.#changes += step.changes.length;
    this.#bytes += step.bytes;
  }

  /** Whether it contains everything before a position. */
  reaches({ lsn, open }: StreamPosition): boolean {
    const end = parseLsn(lsn);
    if (this.#end !== end) return this.#end > end;
    return open === undefined || (this.#open !== undefined && this.#open.part >= open.part);
  }
}

import type { Change, PreviousRow, StreamRelation } from './change.ts';
import { readRelation } from './relation-message.ts';
import { readTuple } from './tuple-values.ts';

const KEY = 'K'.charCodeAt(0);
const OLD = 'O'.charCodeAt(0);

/** Reads the messages of the plugin pgoutput that describe tables and changes. */
export class ChangeDecoder {
  readonly #relations = new Map<number, StreamRelation>();

  /** A table that is described again as it was stays the same object. */
  describe(bytes: Buffer): void {
    const relation = readRelation(bytes, 1);
    const known = this.#relations.get(relation.oid);
    if (JSON.stringify(known) !== JSON.stringify(relation)) this.#relations.set(relation.oid, relation);
  }

  insertion(bytes: Buffer, lsn: bigint): Change {
    return { kind: 'insert', lsn, relation: this.#relation(bytes, 1), row: readTuple(bytes, 6).tuple };
  }

  update(bytes: Buffer, lsn: bigint): Change {
    const relation = this.#relation(bytes, 1);
    const { previous, end } = readPrevious(bytes, 5);
    return { kind: 'update', lsn, relation, previous, row: readTuple(bytes, end + 1).tuple };
  }

  deletion(bytes: Buffer, lsn: bigint): Change {
    const { previous } = readPrevious(bytes, 5);
    if (previous === undefined) throw new Error('The stream of Postgres has a deletion without a row.');
    return { kind: 'delete', lsn, relation: this.#relation(bytes, 1), previous };
  }

  truncation(bytes: Buffer, lsn: bigint): Change {
    const count = bytes.readUInt32BE(1);
    const relations = Array.from({ length: count }, (_, index) => this.#relation(bytes, 6 + 4 * index));
    return { kind: 'truncate', lsn, relations };
  }

  #relation(bytes: Buffer, offset: number): StreamRelation {
    const relation = this.#relations.get(bytes.readUInt32BE(offset));
    if (relation === undefined) throw new Error('The stream of Postgres has a change of an unknown table.');
    return relation;
  }
}

function readPrevious(
  bytes: Buffer,
  offset: number,
): { readonly previous: PreviousRow | undefined; readonly end: number } {
  const kind = bytes[offset];
  if (kind !== KEY && kind !== OLD) return { previous: undefined, end: offset };
  const { tuple, end } = readTuple(bytes, offset + 1);
  return { previous: { row: tuple, isKey: kind === KEY }, end };
}

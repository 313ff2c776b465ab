import type { Change, StreamRelation, TransactionPart } from '../changes/change.ts';
import { parseLsn } from '../changes/lsn.ts';
import type { PostgresProgress, TableView } from '../progress.ts';

interface Seen {
  readonly end: bigint;
  contains(xid: number): boolean;
}

/**
 * Removes the changes that the copy of their table already contains: those of transactions that had committed when the table was read. If
 * they were repeated, values that updates leave out would be looked up in rows that are newer than the update.
 */
export function unseenChanges(
  { tables }: PostgresProgress,
  parts: readonly TransactionPart[],
): readonly TransactionPart[] {
  const seen = new Map(
    Object.entries(tables).flatMap(([key, { view }]) => (view === undefined ? [] : [[key, seenIn(view)]])),
  );
  const end = [...seen.values()].reduce((latest, view) => (view.end > latest ? view.end : latest), 0n);
  return parts.map((part) => {
    if (part.commitLsn >= end) return part;
    const isSeen = ({ schema, table }: StreamRelation) => {
      const view = seen.get(JSON.stringify([schema, table]));
      return view !== undefined && part.commitLsn < view.end && view.contains(part.xid);
    };
    return { ...part, changes: part.changes.flatMap((change) => unseen(change, isSeen)) };
  });
}

function unseen(change: Change, isSeen: (relation: StreamRelation) => boolean): Change[] {
  if (change.kind !== 'truncate') return isSeen(change.relation) ? [] : [change];
  const relations = change.relations.filter((relation) => !isSeen(relation));
  return relations.length === 0 ? [] : [{ ...change, relations }];
}

function seenIn({ snapshot, lsn }: TableView): Seen {
  const [first = '0', next = '0', running = ''] = snapshot.split(':');
  const wrapped = (xid: string) => Number(BigInt(xid) & 0xffffffffn);
  const open = new Set(running === '' ? [] : running.split(',').map(wrapped));
  const [from, to] = [wrapped(first), wrapped(next)];
  return {
    end: parseLsn(lsn),
    contains: (xid) => precedes(xid, from) || (precedes(xid, to) && !open.has(xid)),
  };
}

/** Numbers of transactions begin again after 32 bits; those that are compared are close to each other. */
function precedes(one: number, other: number): boolean {
  return ((one - other) | 0) < 0;
}

import { createHash } from 'node:crypto';
import type { TableMapping } from './tables/mapped-columns.ts';

/** How far a Postgres pipe is. The ledger stores it as the position of the pipe. */
export interface PostgresProgress {
  /** Where the changes continue; undefined before the slot exists, and without replication. */
  readonly stream?: StreamPosition;
  /** Increases each time all tables are copied again. */
  readonly run: number;
  /** The command that the last copy of all tables belongs to: the generation of the pipe. */
  readonly resync?: number;
  /** By `tableKey`. */
  readonly tables: Readonly<Record<string, TableProgress>>;
}

export interface StreamPosition {
  /** All transactions that end before it are in the tables. */
  readonly lsn: string;
  /** The transaction after it, of which some parts are in the tables as well. */
  readonly open?: { readonly commitLsn: string; readonly part: number };
}

/** The copy of one table. */
export interface TableProgress {
  /** Identifies the mapping: a table that is mapped in another way is copied again. */
  readonly mapping: string;
  readonly isCopied: boolean;
  /** Whether the rows go to another table first, which then replaces the destination. */
  readonly isShadowed: boolean;
  /** The version of the rows: no change that follows has a smaller one. */
  readonly version: string;
  /** Increases when the copy begins from scratch. */
  readonly attempt: number;
  /** The transactions that the copied rows contain; undefined if they were read at several points in time. */
  readonly view?: TableView;
  readonly rows: number;
  readonly estimatedRows: number;
  readonly units?: UnitProgress;
}

/** A point in time at which a table was read. */
export interface TableView {
  /** As Postgres prints it: the first transaction that was running, the first one that had not begun, and those running in between. */
  readonly snapshot: string;
  /** No transaction that commits after it is in the view. */
  readonly lsn: string;
}

/** The units of a copy: ranges of pages. */
export interface UnitProgress {
  /** Identifies the files of the table. Positions of rows mean nothing in other files. */
  readonly files: string;
  readonly pages: number;
  readonly count: number;
  /** All units before it are copied. */
  readonly next: number;
  /** Copied units after `next`. */
  readonly ahead: readonly number[];
}

const NO_PROGRESS: PostgresProgress = { run: 0, tables: {} };

export function readProgress(position: string | undefined): PostgresProgress {
  return position === undefined ? NO_PROGRESS : (JSON.parse(position) as PostgresProgress);
}

export function tableKey({ sourceSchemaName, sourceTable }: TableMapping): string {
  return JSON.stringify([sourceSchemaName, sourceTable]);
}

/** A mapping as a short text that no other mapping has. */
export function mappingHash(mapping: TableMapping): string {
  const sorted = Object.entries(mapping).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 16);
}

/** The mappings whose tables are to be copied. */
export function uncopied(
  { tables }: PostgresProgress,
  mappings: readonly TableMapping[],
): readonly TableMapping[] {
  return mappings.filter((mapping) => {
    const known = tables[tableKey(mapping)];
    return known === undefined || !known.isCopied || known.mapping !== mappingHash(mapping);
  });
}

/** The progress without tables that are no longer mapped. */
export function withoutUnmapped(
  progress: PostgresProgress,
  mappings: readonly TableMapping[],
): PostgresProgress {
  const mapped = new Map(mappings.map((mapping) => [tableKey(mapping), mappingHash(mapping)]));
  const tables = Object.entries(progress.tables).filter(([key, { mapping }]) => mapped.get(key) === mapping);
  return { ...progress, tables: Object.fromEntries(tables) };
}

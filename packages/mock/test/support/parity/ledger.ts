import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A subject on which the servers differ, and why. */
export interface LedgerEntry {
  readonly what: string;
  readonly server: string;
  readonly mock: string;
  readonly reason: string;
  readonly differences?: readonly KnownDifference[];
  /** Differences that have to be there whatever is asked. */
  readonly onEveryAnswer?: readonly string[];
}

export interface KnownDifference {
  /** Names of requests, `*` for anything. */
  readonly requests: string;
  readonly differs: string;
  readonly count: number;
}

/** One request that was answered differently, in one way. */
export interface SeenDifference {
  readonly request: string;
  readonly differs: string;
}

export function readLedger(): LedgerEntry[] {
  return parse(readFileSync(join(import.meta.dirname, 'ledger.yaml'), 'utf8')) as LedgerEntry[];
}

export function matches({ requests, differs }: KnownDifference, seen: SeenDifference): boolean {
  const pattern = requests.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return differs === seen.differs && new RegExp(`^${pattern}$`).test(seen.request);
}

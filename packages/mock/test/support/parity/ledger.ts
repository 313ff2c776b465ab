import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A subject in which the servers differ, and the reason. */
export interface LedgerEntry {
  readonly subject: string;
  readonly server: string;
  readonly mock: string;
  readonly reason: string;
  /** Differences of single requests. */
  readonly differences?: readonly CountedDifference[];
  /** Differences of every response to the requests, unless the statuses differ. */
  readonly always?: readonly KnownDifference[];
}

export interface KnownDifference {
  /** Names of requests; `*` stands for any text. */
  readonly requests: string;
  readonly difference: string;
}

interface CountedDifference extends KnownDifference {
  readonly count: number;
}

/** A difference between the responses to one request. */
export interface SeenDifference {
  readonly request: string;
  readonly difference: string;
}

const LEDGER_FILE = join(import.meta.dirname, '../../parity/ledger.yaml');

export function readLedger(): LedgerEntry[] {
  return parse(readFileSync(LEDGER_FILE, 'utf8')) as LedgerEntry[];
}

export function matches(known: KnownDifference, { request, difference }: SeenDifference): boolean {
  return known.difference === difference && matchesName(known, request);
}

export function matchesName({ requests }: KnownDifference, request: string): boolean {
  const pattern = requests.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`).test(request);
}

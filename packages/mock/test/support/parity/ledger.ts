import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A subject in which the servers differ, and the reason. */
export interface LedgerEntry {
  readonly subject: string;
  readonly server: string;
  readonly mock: string;
  readonly reason: string;
  /** Deviations of single requests. */
  readonly deviations?: readonly CountedDeviation[];
  /** Deviations of every request with such a name. */
  readonly every?: readonly KnownDeviation[];
  /** Deviations of operations that declare a 501. */
  readonly leftOut?: readonly KnownDeviation[];
  /** Deviations of every response to the requests, unless the statuses differ. */
  readonly always?: readonly KnownDeviation[];
}

export interface KnownDeviation {
  /** Names of requests; `*` stands for any text. */
  readonly requests: string;
  readonly deviation: string;
}

interface CountedDeviation extends KnownDeviation {
  readonly count: number;
}

/** A deviation between the responses to one request. */
export interface SeenDeviation {
  readonly request: string;
  readonly deviation: string;
}

const LEDGER_FILE = join(import.meta.dirname, '../../parity/ledger.yaml');

export function readLedger(): LedgerEntry[] {
  return parse(readFileSync(LEDGER_FILE, 'utf8')) as LedgerEntry[];
}

export function matches(known: KnownDeviation, { request, deviation }: SeenDeviation): boolean {
  return known.deviation === deviation && matchesName(known, request);
}

export function matchesName({ requests }: KnownDeviation, request: string): boolean {
  const pattern = patterns.get(requests) ?? patternOf(requests);
  patterns.set(requests, pattern);
  return pattern.test(request);
}

const patterns = new Map<string, RegExp>();

function patternOf(requests: string): RegExp {
  const escaped = requests.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

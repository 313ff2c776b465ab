import type { Dashboard, TileQuery } from '@penstock/client';
import type { Granularity } from '@penstock/engine';
import { InvalidArgumentError } from 'commander';
import { printable } from './draw/printable.ts';

/** A filter of the dashboard by its name or id, and a value to keep. */
export interface GivenFilter {
  readonly filter: string;
  readonly value: string;
}

/** The options that choose the data. Times are functions of now, because a watched range moves. */
export interface QueryOptions {
  readonly since: (now: number) => Date;
  readonly until?: (now: number) => Date;
  readonly granularity?: Granularity;
  readonly filter: readonly GivenFilter[];
}

/** Parses `Service=checkout`, for commander; the option can be given several times. */
export function parseFilter(text: string, previous: readonly GivenFilter[] = []): readonly GivenFilter[] {
  const [, filter, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (filter === undefined || value === undefined)
    throw new InvalidArgumentError('Write it like Service=checkout.');
  return [...previous, { filter, value }];
}

/** @throws Error with a message for the user if the range is empty or the dashboard lacks a filter */
export function tileQueryOf(options: QueryOptions, dashboard: Dashboard, now: number) {
  const endTime = options.until?.(now) ?? new Date(now);
  const startTime = options.since(now);
  if (startTime >= endTime) throw new Error('--since must be before --until, which is now by default.');
  const filters = filtersOf(options.filter, dashboard);
  return {
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    ...(options.granularity !== undefined && { granularity: options.granularity }),
    ...(filters.length > 0 && { filters }),
  } satisfies TileQuery;
}

function filtersOf(given: readonly GivenFilter[], { filters }: Dashboard): NonNullable<TileQuery['filters']> {
  const byId = Map.groupBy(given, ({ filter: wanted }) => {
    const found = filters.find(({ id }) => id === wanted) ?? filters.find(({ name }) => name === wanted);
    if (found !== undefined) return found.id;
    const known = filters.map(({ name }) => printable(name)).join(', ');
    throw new Error(
      `The dashboard has no filter ${JSON.stringify(wanted)}. ${known === '' ? 'It has no filters.' : `Its filters: ${known}`}`,
    );
  });
  return [...byId].map(([id, values]) => ({ id, values: values.map(({ value }) => value) }));
}

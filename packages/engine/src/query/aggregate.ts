import type { Aggregate } from './checked-query.ts';
import { join, type SqlFragment, sql } from './sql-fragment.ts';

const FUNCTIONS: Readonly<Record<Aggregate['aggFn'], SqlFragment>> = {
  avg: sql`avg`,
  count: sql`count`,
  count_distinct: sql`uniqExact`,
  last_value: sql`argMax`,
  max: sql`max`,
  min: sql`min`,
  quantile: sql`quantile`,
  sum: sql`sum`,
  any: sql`any`,
};

const LEVELS: ReadonlyMap<number | undefined, SqlFragment> = new Map([
  [0.5, sql`0.5`],
  [0.9, sql`0.9`],
  [0.95, sql`0.95`],
  [0.99, sql`0.99`],
]);

/** The level of a quantile. Levels are constants of the statement; the contract lists them (D-49). */
export function levelOf({ level }: Aggregate): SqlFragment {
  const fragment = LEVELS.get(level);
  if (fragment === undefined) throw new RangeError(`${level} is not a level of quantiles.`);
  return fragment;
}

/** The aggregate of all rows, or of those that meet `condition`: then it is NULL if none does. */
export function aggregateOf(
  aggregate: Aggregate,
  timestamp: SqlFragment,
  condition?: SqlFragment,
): SqlFragment {
  const { aggFn, value } = aggregate;
  const suffix = condition === undefined ? sql`` : sql`OrNullIf`;
  const level = aggFn === 'quantile' ? sql`(${levelOf(aggregate)})` : sql``;
  const parts = [
    ...(aggFn === 'count' || value === undefined ? [] : [value]),
    ...(aggFn === 'last_value' ? [timestamp] : []),
    ...(condition === undefined ? [] : [condition]),
  ];
  return sql`${FUNCTIONS[aggFn]}${suffix}${level}(${join(parts, ', ')})`;
}

/** Functions whose value is 0 for no rows, so that it can be divided. */
export function isZeroWithoutRows(aggFn: Aggregate['aggFn'] | undefined): boolean {
  return aggFn === 'count' || aggFn === 'count_distinct' || aggFn === 'sum';
}

import type { CheckedTable } from './checked-query.ts';
import { allOf, type SqlFragment, sql, table, value } from './sql-fragment.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/** The rows of a table in a range that meet all conditions: the part of a statement from FROM. */
export function rowsOf(
  { table: from, timestamp }: CheckedTable,
  range: TimeRange,
  where: readonly SqlFragment[],
): SqlFragment {
  const start = sql`${timestamp} >= ${milliseconds(range.start)}`;
  const end = sql`${timestamp} < ${milliseconds(range.end)}`;
  return sql`FROM ${table(from)}\nWHERE ${allOf([start, end, ...where])}`;
}

/** The number of the bucket of a row since the epoch. */
export function bucketOf({ timestamp }: CheckedTable, { seconds }: BucketSize): SqlFragment {
  return sql`intDiv(toUnixTimestamp(${timestamp}), ${value('UInt64', seconds)})`;
}

function milliseconds(time: number): SqlFragment {
  return sql`fromUnixTimestamp64Milli(${value('Int64', time)}, 'UTC')`;
}

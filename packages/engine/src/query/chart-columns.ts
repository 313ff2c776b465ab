import type { CheckedChart, CheckedTable, NamedExpression } from './checked-query.ts';
import { join, name, type SqlFragment, sql } from './sql-fragment.ts';
import { bucketOf } from './table-rows.ts';
import type { BucketSize } from './time-buckets.ts';

/** The columns of the statements of charts. */
export const BUCKET = name('bucket');
const groupName = (index: number): SqlFragment => name(`group_${index}`);
export const valueName = (index: number): SqlFragment => name(`value_${index}`);
export const orderName = (index: number): SqlFragment => name(`order_${index}`);

export function groupNames({ groupBy }: CheckedChart): SqlFragment[] {
  return groupBy.map((_, index) => groupName(index));
}

/** The expressions that rows are grouped by, and the columns with their values. */
export interface Keys {
  readonly expressions: readonly SqlFragment[];
  readonly columns: readonly SqlFragment[];
}

export function keysOf(
  groups: readonly NamedExpression[],
  from: CheckedTable,
  buckets: BucketSize | undefined,
): Keys {
  const bucket = buckets === undefined ? [] : [bucketOf(from, buckets)];
  return {
    expressions: [...groups.map(({ expression }) => expression), ...bucket],
    columns: [
      ...groups.map(({ expression }, index) => sql`${expression} AS ${groupName(index)}`),
      ...bucket.map((expression) => sql`${expression} AS ${BUCKET}`),
    ],
  };
}

export function groupedBy(expressions: readonly SqlFragment[]): SqlFragment {
  return expressions.length === 0 ? sql`` : sql`\nGROUP BY ${join(expressions, ', ')}`;
}

import type { CheckedSearch } from './checked-query.ts';
import { join, name, type SqlFragment, sql, value } from './sql-fragment.ts';
import { rowsOf } from './table-rows.ts';
import type { TimeRange } from './time-buckets.ts';

/** A statement for a page of rows: the columns `column_0` …, and one row more than the limit if there is another page. */
export function compileSearch(search: CheckedSearch, range: TimeRange): SqlFragment {
  const { from, columns, where, limit, offset } = search;
  const selected = columns.map(({ expression }, index) => sql`${expression} AS ${name(`column_${index}`)}`);
  const orders = search.orderBy.map(({ expression, descending }) =>
    descending ? sql`${expression} DESC` : expression,
  );
  const order = orders.length === 0 ? sql`${from.timestamp} DESC` : join(orders, ', ');
  return sql`SELECT ${join(selected, ', ')}
${rowsOf(from, range, where)}
ORDER BY ${order}
LIMIT ${value('UInt64', limit + 1)} OFFSET ${value('UInt64', offset)}`;
}

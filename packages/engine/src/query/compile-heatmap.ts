import type { CheckedHeatmap } from './checked-query.ts';
import { type SqlFragment, sql, value } from './sql-fragment.ts';
import { bucketOf, rowsOf } from './table-rows.ts';
import type { TimeBuckets, TimeRange } from './time-buckets.ts';

/**
 * A statement that counts rows by time and value: the columns `timestamp`, `value` (the lower bound of a bucket of values) and `count`.
 * The logarithmic scale has 4 buckets each time the value doubles, the linear one 50 in all.
 */
export function compileHeatmap(heatmap: CheckedHeatmap, range: TimeRange, buckets: TimeBuckets): SqlFragment {
  const { from, where, scale } = heatmap;
  const number = sql`accurateCastOrNull(${heatmap.value}, 'Float64')`;
  const rows = rowsOf(from, range, [...where, sql`isFinite(${number})`]);
  const bounds = sql`WITH (SELECT (min(${number}), max(${number}))\n${rows}\n) AS bounds\n`;
  const start = sql`fromUnixTimestamp64Milli(toInt64(bucket * ${value('UInt64', buckets.seconds)} * 1000), 'UTC')`;
  return sql`${scale === 'linear' ? bounds : sql``}SELECT ${start} AS timestamp, ${scale === 'linear' ? LINEAR : LOGARITHMIC} AS value, count() AS count FROM (
SELECT ${bucketOf(from, buckets)} AS bucket, assumeNotNull(${number}) AS number
${rows}
)
GROUP BY timestamp, value
ORDER BY timestamp, value`;
}

const LOGARITHMIC = sql`if(number = 0, 0, sign(number) * exp2(floor(log2(abs(number)) * 4) / 4))`;

const STEP = sql`((assumeNotNull(bounds.2) - assumeNotNull(bounds.1)) / 50)`;
const LINEAR = sql`assumeNotNull(bounds.1) + ${STEP} * if(${STEP} = 0, 0, least(floor((number - assumeNotNull(bounds.1)) / ${STEP}), 49))`;

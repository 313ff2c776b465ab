/*
 * Counts the rows of a source per service over the last hour, and reads the newest rows of the largest one.
 * Run: node packages/examples/src/query-rows-and-series.ts, with the variables in the README of this package.
 */
import { createObservabilityClient } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const { sources, queries } = createObservabilityClient({
  baseUrl: requiredVariable('PENSTOCK_URL'),
  token: requiredVariable('PENSTOCK_TOKEN'),
});

const { items } = await sources.list({ kind: 'trace', limit: 1 });
const sourceId = items[0]?.id;
if (sourceId === undefined)
  throw new Error('The team has no source of traces. Create one with POST /api/v2/sources.');

// All queries have the same range, and end when the program should not wait any longer.
const endTime = new Date().toISOString();
const range = { sourceId, startTime: new Date(Date.parse(endTime) - 3_600_000).toISOString(), endTime };
const options = { signal: AbortSignal.timeout(60_000) };

const { series, granularity, omittedGroups } = await queries.querySeries(
  { ...range, series: [{ aggFn: 'count' }], groupBy: 'ServiceName', granularity: '5m' },
  options,
);
for (const { groupKey, points } of series) {
  const counts = points.map(({ value }) => value);
  console.log(
    `${groupKey}: ${counts.reduce((sum, count) => sum + count, 0)} rows, per ${granularity}: ${counts.join(' ')}`,
  );
}
if (omittedGroups > 0) console.log(`and ${omittedGroups} smaller services`);

// The client requests the next page when the rows of a page are used up.
const service = series[0]?.group?.ServiceName;
if (service !== undefined) {
  // A quoted term is compared as text; quotes and backslashes within it are escaped.
  const where = `ServiceName:${JSON.stringify(service)}`;
  const search = queries.searchRows({ ...range, select: 'Timestamp, SpanName', where, limit: 100 }, options);
  let count = 0;
  for await (const { Timestamp, SpanName } of search) {
    count += 1;
    if (count <= 3) console.log(`${Timestamp} ${SpanName}`);
  }
  console.log(`${service}: ${count} rows read`);
}

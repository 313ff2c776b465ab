/** An hour in the middle of the logs. */
export const HOUR = { startTime: '2026-05-04T12:00:00.000Z', endTime: '2026-05-04T13:00:00.000Z' };

const IN_HOUR = `Timestamp >= '2026-05-04 12:00:00' AND Timestamp < '2026-05-04 13:00:00'`;
const FROM = 'FROM bench.otel_logs';
const BUCKETS = 'toStartOfInterval(Timestamp, INTERVAL 30 SECOND) AS bucket';

/** A tile, and a statement by hand for the same data. */
export interface ComparedTile {
  readonly name: string;
  readonly config: object;
  readonly byHand: string;
}

const count = { aggFn: 'count' };

export const TILES: readonly ComparedTile[] = [
  {
    name: 'line of an hour by service',
    config: { displayType: 'line', select: [count], groupBy: 'ServiceName' },
    byHand: `SELECT ServiceName, ${BUCKETS}, count() ${FROM} WHERE ${IN_HOUR} GROUP BY ServiceName, bucket ORDER BY bucket`,
  },
  {
    name: 'stacked bars, errors by status code of an attribute',
    config: {
      displayType: 'stacked_bar',
      select: [{ ...count, where: "SeverityText != 'INFO'", whereLanguage: 'sql' }],
      groupBy: "LogAttributes['http.status_code']",
    },
    byHand: `SELECT LogAttributes['http.status_code'] AS code, ${BUCKETS}, count() ${FROM} WHERE ${IN_HOUR} AND SeverityText != 'INFO' GROUP BY code, bucket ORDER BY bucket`,
  },
  {
    name: 'line of the quantile of an attribute',
    config: {
      displayType: 'line',
      select: [
        {
          aggFn: 'quantile',
          level: 0.95,
          valueExpression: "toFloat64OrNull(LogAttributes['duration_ms'])",
        },
      ],
    },
    byHand: `SELECT ${BUCKETS}, quantile(0.95)(toFloat64OrNull(LogAttributes['duration_ms'])) ${FROM} WHERE ${IN_HOUR} GROUP BY bucket ORDER BY bucket`,
  },
  {
    name: 'line of a ratio by service',
    config: {
      displayType: 'line',
      select: [{ ...count, where: "SeverityText = 'ERROR'", whereLanguage: 'sql' }, count],
      asRatio: true,
      groupBy: 'ServiceName',
    },
    byHand: `SELECT ServiceName, ${BUCKETS}, countIf(SeverityText = 'ERROR') / count() ${FROM} WHERE ${IN_HOUR} GROUP BY ServiceName, bucket ORDER BY bucket`,
  },
  {
    name: 'table of services, distinct traces',
    config: {
      displayType: 'table',
      select: [count, { aggFn: 'count_distinct', valueExpression: 'TraceId' }],
      groupBy: 'ServiceName',
    },
    byHand: `SELECT ServiceName, count() AS rows, uniqExact(TraceId) ${FROM} WHERE ${IN_HOUR} GROUP BY ServiceName ORDER BY rows DESC LIMIT 100`,
  },
  {
    name: 'number of errors',
    config: { displayType: 'number', select: [{ ...count, where: 'SeverityText:ERROR' }] },
    byHand: `SELECT count() ${FROM} WHERE ${IN_HOUR} AND SeverityText ILIKE 'error'`,
  },
  {
    name: 'heatmap of an attribute',
    config: {
      displayType: 'heatmap',
      select: [{ valueExpression: "toFloat64OrNull(LogAttributes['duration_ms'])" }],
    },
    byHand: `SELECT ${BUCKETS}, exp2(floor(log2(toFloat64OrNull(LogAttributes['duration_ms'])) * 4) / 4) AS value, count() ${FROM} WHERE ${IN_HOUR} GROUP BY bucket, value ORDER BY bucket, value`,
  },
  {
    name: 'search of a word',
    config: {
      displayType: 'search',
      select: [
        { valueExpression: 'Timestamp' },
        { valueExpression: 'ServiceName' },
        { valueExpression: 'Body' },
      ],
      where: 'payments',
    },
    byHand: `SELECT Timestamp, ServiceName, Body ${FROM} WHERE ${IN_HOUR} AND Body ILIKE '%payments%' ORDER BY Timestamp DESC LIMIT 1001`,
  },
];

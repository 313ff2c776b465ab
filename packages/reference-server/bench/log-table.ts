import type { EnginePort, TableName } from '@penstock/engine';

/** The logs that are queried: 24 hours in the OpenTelemetry layout, made by the engine itself. */
export const LOGS: TableName = { database: 'bench', table: 'otel_logs' };
/** Logs whose rows have 8 to 10 kB. */
export const WIDE_LOGS: TableName = { database: 'bench', table: 'wide_logs' };
const WIDE_ROWS = 10_000;

/** The end of the logs is not part of them. */
export const DAY = { start: Date.parse('2026-05-04T00:00:00Z'), end: Date.parse('2026-05-05T00:00:00Z') };

const HOURS = 24;

const COLUMNS = `(
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String CODEC(ZSTD(1)),
  SpanId String CODEC(ZSTD(1)),
  TraceFlags UInt8,
  SeverityText LowCardinality(String) CODEC(ZSTD(1)),
  SeverityNumber UInt8,
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  Body String CODEC(ZSTD(1)),
  ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ScopeName String CODEC(ZSTD(1)),
  ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
  ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  LogAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)`;

/** Creates both tables, unless they have their rows already. A table that was not filled completely is made again. */
export async function fillLogTables(
  engine: EnginePort,
  rows: number,
  onProgress: (text: string) => void,
): Promise<void> {
  await engine.command({ sql: `CREATE DATABASE IF NOT EXISTS ${LOGS.database}` });
  if (!(await hasRows(engine, LOGS, rows))) {
    await createTable(engine, LOGS);
    for (let hour = 0; hour < HOURS; hour += 1) {
      onProgress(`Inserting hour ${hour + 1} of ${HOURS}`);
      const [from, to] = [hour, hour + 1].map((end) => Math.round((rows * end) / HOURS));
      await engine.command({ sql: insertion(LOGS, from ?? 0, to ?? 0, rows, BODY) });
    }
  }
  if (await hasRows(engine, WIDE_LOGS, WIDE_ROWS)) return;
  await createTable(engine, WIDE_LOGS);
  await engine.command({ sql: insertion(WIDE_LOGS, 0, WIDE_ROWS, WIDE_ROWS, WIDE_BODY) });
}

async function createTable(engine: EnginePort, { database, table }: TableName): Promise<void> {
  await engine.command({ sql: `DROP TABLE IF EXISTS ${database}.${table}` });
  await engine.command({ sql: `CREATE TABLE ${database}.${table} ${COLUMNS}` });
}

async function hasRows(engine: EnginePort, { database, table }: TableName, rows: number): Promise<boolean> {
  const parameters = { database, table };
  const result = await engine.query({
    sql: 'SELECT sum(rows) = {rows:UInt64} AS full FROM system.parts WHERE active AND database = {database:String} AND table = {table:String}',
    parameters: { ...parameters, rows },
  });
  return result.rows<{ full: number }>()[0]?.full === 1;
}

const BODY = `concat(['GET /cart', 'POST /orders', 'GET /products', 'POST /payments'][noise % 4 + 1], ' responded with ',
  toString(status), ' to customer ', toString(noise % 100000), ' after ', toString(duration), ' ms; order ', hex(noise))`;
const WIDE_BODY = `arrayStringConcat(arrayMap(i -> hex(sipHash64(number, i)), range(500 + noise % 125)), ' ')`;

/** All values depend on the number of the row only. */
function insertion({ database, table }: TableName, from: number, to: number, rows: number, body: string) {
  return `INSERT INTO ${database}.${table} SELECT
  fromUnixTimestamp64Nano(toInt64(${DAY.start} * 1000000 + number * ${Math.floor(((DAY.end - DAY.start) * 1e6) / rows)})) AS Timestamp,
  lower(concat(hex(noise), hex(cityHash64(noise)))) AS TraceId,
  lower(hex(noise)) AS SpanId,
  1 AS TraceFlags,
  multiIf(status >= 500, 'ERROR', status >= 400, 'WARN', 'INFO') AS SeverityText,
  multiIf(status >= 500, 17, status >= 400, 13, 9) AS SeverityNumber,
  ['frontend', 'checkout', 'cart', 'payment', 'shipping', 'email', 'currency', 'catalog', 'ads', 'recommendation', 'quote', 'fraud'][noise % 12 + 1] AS ServiceName,
  ${body} AS Body,
  '' AS ResourceSchemaUrl,
  map('service.name', ServiceName, 'host.name', concat('host-', toString(noise % 40))) AS ResourceAttributes,
  '' AS ScopeSchemaUrl,
  'shop' AS ScopeName,
  '' AS ScopeVersion,
  map() AS ScopeAttributes,
  map('http.status_code', toString(status), 'duration_ms', toString(duration), 'customer', toString(noise % 100000)) AS LogAttributes
FROM (
  SELECT number, sipHash64(number) AS noise, [200, 200, 200, 200, 200, 200, 200, 201, 404, 500][noise % 10 + 1] AS status,
    toUInt32(exp2(noise % 1009 / 100)) AS duration
  FROM numbers(${from}, ${to - from})
)
SETTINGS max_insert_block_size = 2097152, max_threads = 2, max_insert_threads = 1`;
}

import { engineFolderAt, notInstalledReason, remoteEngine } from '@penstock/engine';
import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runExample, variablesOf } from './support/run-example.ts';

/** One row per 10 seconds of the last hour but the first minute: two of three are of checkout. */
const ROWS = `SELECT now64(9) - toIntervalSecond(10 * number + 5) AS Timestamp,
  if(number % 3 = 0, 'cart', 'checkout') AS ServiceName, concat('span ', toString(number)) AS SpanName FROM numbers(354)`;

test.runIf(notInstalledReason() === undefined)(
  'rows are counted per service, and read page by page',
  async () => {
    const server = await openTestServer({
      environment: { PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' },
    });
    onTestFinished(server.stop);
    const { socket } = engineFolderAt(server.dataFolder);
    const engine = remoteEngine({ url: 'http://engine', socketPath: socket });
    onTestFinished(() => engine.close());
    await engine.command({ sql: 'CREATE DATABASE IF NOT EXISTS default' });
    await engine.command({
      sql: `CREATE OR REPLACE TABLE default.otel_traces ENGINE = MergeTree ORDER BY Timestamp AS ${ROWS}`,
    });
    const { code, stdout, stderr } = await runExample('query-rows-and-series.ts', {
      environment: variablesOf(server),
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^checkout: 236 rows, per 5m: [\d ]+\ncart: 118 rows, per 5m: [\d ]+\n/);
    expect(stdout).toMatch(/Z span 1\n.*Z span 2\n.*Z span 4\ncheckout: 236 rows read\n$/);
  },
);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFolderAt, notInstalledReason, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allChecks } from '../../src/all-checks.ts';
import { alteredServer } from '../support/altering-proxy.ts';
import { QUERY_DEFECTS } from '../support/query-defects.ts';
import { type CheckedServer, openCheckedServer } from '../support/reference-server.ts';
import { resultsOn, violationsOf } from '../support/run-checks.ts';

const CHECKS = allChecks([
  'searchRows',
  'searchStackRows',
  'querySeries',
  'queryStackSeries',
  'queryDashboardTile',
  'queryStackDashboardTile',
]).filter(({ id }) => id.startsWith('case/'));

describe.runIf(notInstalledReason() === undefined)('a server with rows', () => {
  let server: CheckedServer;
  beforeAll(async () => {
    server = await openCheckedServer({ PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' });
    const engine = remoteEngine({
      url: 'http://engine',
      socketPath: engineFolderAt(server.started.dataFolder).socket,
    });
    await engine.command({ sql: 'CREATE DATABASE IF NOT EXISTS default' });
    await engine.command({ sql: documentedTable() });
    // The sources of other cases have this table.
    await engine.command({
      sql: 'CREATE TABLE IF NOT EXISTS default.otel_logs AS default.penstock_conformance',
    });
    await engine.close();
  });
  afterAll(() => server?.stop());

  test('passes all cases of queries', async () => {
    const results = await resultsOn(server, CHECKS);
    expect(violationsOf(results)).toEqual([]);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
  });

  test.each(QUERY_DEFECTS)('$name is found', async ({ checks, violation, alteration }) => {
    const altered = await alteredServer(server, alteration(server));
    const violations = violationsOf(
      await resultsOn(
        altered,
        CHECKS.filter(({ id }) => checks.test(id)),
      ),
    );
    expect(
      violations.some((text) => violation.test(text)),
      violations.join('\n'),
    ).toBe(true);
  });
});

describe.runIf(notInstalledReason() === undefined)('a server without the rows', () => {
  test('is not checked, and the reason is reported', async () => {
    const server = await openCheckedServer({
      PENSTOCK_ENGINE: 'embedded',
      PENSTOCK_ENGINE_MEMORY_MB: '1000',
    });
    try {
      const results = await resultsOn(
        server,
        CHECKS.filter(({ id }) => id === 'case/querySeries/buckets'),
      );
      expect(results).toMatchObject([
        {
          outcome: 'skipped',
          reason: 'querySeries needs rows: the source has no table. See "Rows to query" in docs/running.md.',
          violations: [],
        },
      ]);
    } finally {
      await server.stop();
    }
  });
});

/** The statement of docs/running.md. */
function documentedTable(): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8');
  return /```sql\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
}

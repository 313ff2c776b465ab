import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pauseForBackup } from '../../src/port/embedded/backup.ts';
import type { EmbeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import { INSTALLED, startEngine, temporaryFolder } from '../support/engines.ts';

const TABLE = { database: 'penstock', table: 'events' };

describe.runIf(INSTALLED)('a backup of the embedded engine', () => {
  test('contains one point in time, also of the tokens, while the engine works on', async () => {
    const folder = temporaryFolder();
    const engine = await startEngine(folder);
    await engine.command({
      sql: 'CREATE TABLE events (id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 1000',
    });
    // The ledger of this test: the batches that were acknowledged, and the one that runs.
    const ledger: number[] = [];
    let working = true;
    const worker = (async () => {
      for (let batch = 0; working; batch += 1) {
        await insertBatch(engine, batch);
        ledger.push(batch);
      }
    })();
    await expect.poll(() => ledger.length).toBeGreaterThan(5);
    const paused = await pauseForBackup(folder);
    const done = [...ledger];
    await paused?.takeSnapshot();
    await expect.poll(() => ledger.length).toBeGreaterThan(done.length + 5);
    working = false;
    await worker;

    const target = join(temporaryFolder(), 'copy');
    expect(await paused?.copyTo(target)).toBeGreaterThan(1_000);
    await paused?.end();
    expect(readdirSync(join(folder, 'engine')).filter((name) => name.startsWith('snapshot'))).toEqual([]);
    const all = await ids(engine);
    expect(all.rows).toBe(ledger.length * 100);

    const restored = await restore(target);
    // The copy contains every acknowledged batch, and at most the one that ran, whole.
    const before = await ids(restored);
    expect([done.length * 100, (done.length + 1) * 100]).toContain(before.rows);
    // Its repetition, and those of the last batches, are recognized by their tokens.
    for (const batch of [...done.slice(-3), done.length]) await insertBatch(restored, batch);
    expect(await ids(restored)).toEqual({ rows: (done.length + 1) * 100, unique: (done.length + 1) * 100 });
  });

  test('needs no server', async () => {
    const folder = temporaryFolder();
    const engine = await startEngine(folder);
    await engine.command({
      sql: 'CREATE TABLE events ENGINE = MergeTree ORDER BY id AS SELECT number AS id FROM numbers(7)',
    });
    await engine.close();
    const paused = await pauseForBackup(folder);
    await paused?.takeSnapshot();
    const target = join(temporaryFolder(), 'copy');
    await paused?.copyTo(target);
    await paused?.end();
    expect((await ids(await restore(target))).rows).toBe(7);
  });

  test('is nothing where there is no engine', async () => {
    expect(await pauseForBackup(temporaryFolder())).toBeUndefined();
  });

  test('only one runs at a time, and the engine continues when it ends early', async () => {
    const folder = temporaryFolder();
    const engine = await startEngine(folder);
    const first = await pauseForBackup(folder);
    await expect(pauseForBackup(folder)).rejects.toThrow('Another backup is running');
    const waiting = engine.query({ sql: 'SELECT 1 AS one' });
    await first?.end();
    expect((await waiting).rows()).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'engine.sock'))).toBe(true);
  });
});

async function insertBatch(engine: EmbeddedEngine, batch: number): Promise<void> {
  const lines = Array.from({ length: 100 }, (_, row) => `${batch * 100 + row}\n`);
  await engine.insert({
    table: TABLE,
    bytes: Buffer.from(lines.join('')),
    format: 'TabSeparated',
    token: `${batch}`,
  });
}

async function ids(engine: EmbeddedEngine): Promise<{ rows: number; unique: number }> {
  const sql = 'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS unique FROM events';
  const [first] = (await engine.query({ sql })).rows<{ rows: number; unique: number }>();
  return first ?? { rows: 0, unique: 0 };
}

async function restore(copy: string): Promise<EmbeddedEngine> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'engine'), { mode: 0o700 });
  cpSync(copy, join(folder, 'engine/store'), { recursive: true, verbatimSymlinks: true });
  return startEngine(folder);
}

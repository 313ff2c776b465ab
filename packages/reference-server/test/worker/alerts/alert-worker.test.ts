import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EnginePort, EngineUnavailableError, embeddedEngine } from '@penstock/engine';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/storage/schema.ts';
import { DatabaseUnavailable } from '../../../src/storage/unavailable.ts';
import { type Databases, describeOnBoth } from '../../support/databases.ts';
import { ENGINE_INSTALLED } from '../../support/engine.ts';
import { EvaluatedAlerts, MINUTE, NOON } from '../../support/evaluated-alerts.ts';
import { SERVICE } from '../../support/stored-pipes.ts';

const DUE = NOON + 10_000;

describe.runIf(ENGINE_INSTALLED)('alerts', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'penstock-'));
  let engine: EnginePort;
  beforeAll(async () => {
    engine = await embeddedEngine({ dataFolder, memoryMb: 1_000 });
  });
  afterAll(async () => {
    await engine?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  describeOnBoth('are evaluated', (databases) => {
    const open = async (on: Databases = databases) => EvaluatedAlerts.open(await on.location(), engine);

    test('by two workers, once: they fire, resolve, and have a history', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart'], [0.5, 'cart'], [-0.5, 'cart']);
      const many = await Promise.all(Array.from({ length: 8 }, () => alerts.onSearch({ threshold: 2 })));
      alerts.startWorker(engine, { alertsPerClaim: 3 });
      alerts.startWorker(engine, { alertsPerClaim: 3 });
      await alerts.settled();
      await alerts.evaluateAt(DUE + MINUTE);
      for (const alert of many) {
        expect(await alerts.history(alert)).toEqual(['1 firing 2 notified', '0 inactive 1 notified']);
        const sent = await alerts.notifications(alert);
        expect(sent.map(({ type }) => type)).toEqual(['alert.firing', 'alert.resolved']);
      }
      const [one] = many;
      if (one === undefined) return;
      const [firing] = await alerts.notifications(one);
      expect(firing).toEqual({
        ...{ type: 'alert.firing', eventId: expect.any(String), timestamp: new Date(DUE).toISOString() },
        data: {
          ...{ alertId: one.id, state: 'firing', value: 2, threshold: 2, thresholdType: 'above' },
          ...{ windowStart: '2026-05-04T11:59:00.000Z', windowEnd: '2026-05-04T12:00:00.000Z' },
          ...{ interval: '1m', source: 'search', savedSearchId: one.savedSearchId, tenantId: SERVICE },
        },
      });
      const evaluatedAt = new Date(DUE + MINUTE).toISOString();
      expect(await alerts.read(one)).toEqual({
        state: 'inactive',
        lastEvaluation: { evaluatedAt, value: 1 },
      });
    });

    test('on a tile, by its last numeric series, for each group', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart', 3], [1, 'checkout', 9], [0, 'cart', 7]);
      const alert = await alerts.onTile(
        {
          displayType: 'line',
          select: [
            { aggFn: 'count' },
            { aggFn: 'max', valueExpression: 'Amount' },
            { aggFn: 'any', valueExpression: 'Body' },
          ],
          groupBy: 'ServiceName',
        },
        { threshold: 5, name: 'Largest amount', message: 'Look at it.' } as object,
      );
      alerts.startWorker();
      await alerts.settled();
      expect(await alerts.read(alert)).toMatchObject({ state: 'firing', lastEvaluation: { value: 9 } });
      await alerts.evaluateAt(DUE + MINUTE);
      expect(await alerts.history(alert)).toEqual([
        '1 cart inactive 3',
        '1 checkout firing 9 notified',
        '0 cart firing 7 notified',
        '0 checkout inactive 0 empty notified',
      ]);
      const [first] = await alerts.notifications(alert);
      expect(first.data).toMatchObject({
        ...{ groupKey: 'checkout', group: { ServiceName: 'checkout' }, alertName: 'Largest amount' },
        ...{ message: 'Look at it.', source: 'tile', dashboardId: alert.dashboardId, tileId: 'tile' },
      });
    });

    test('after a jump of the clock by an hour, all at once and in order', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart'], [-20.5, 'cart'], [-21.5, 'cart'], [-40.5, 'cart']);
      const alert = await alerts.onSearch();
      alerts.startWorker();
      await alerts.settled();
      await alerts.evaluateAt(DUE + 60 * MINUTE);
      const history = await alerts.history(alert);
      expect(history).toHaveLength(1 + 50);
      expect(history.filter((entry) => entry.endsWith('notified'))).toEqual([
        '1 firing 1 notified',
        '-10 inactive 0 empty notified',
        '-20 firing 1 notified',
        '-22 inactive 0 empty notified',
        '-40 firing 1 notified',
        '-41 inactive 0 empty notified',
      ]);
      // Back again: what was evaluated is not evaluated twice.
      await alerts.evaluateAt(DUE);
      await alerts.evaluateAt(DUE + 60 * MINUTE);
      expect(await alerts.history(alert)).toEqual(history);
    });

    test('again when the engine is back, from the state before', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart'], [0, 'cart'], [-2.5, 'cart']);
      const alert = await alerts.onSearch();
      let away = false;
      const interrupted = Object.create(engine, {
        query: {
          value: (query: Parameters<EnginePort['query']>[0]) =>
            away ? Promise.reject(new EngineUnavailableError('It is away.')) : engine.query(query),
        },
      }) as EnginePort;
      alerts.startWorker(interrupted);
      await alerts.settled();
      away = true;
      await alerts.evaluateAt(DUE + MINUTE);
      expect(await alerts.read(alert)).toMatchObject({
        state: 'error',
        lastEvaluation: { error: 'The engine is unavailable. The evaluation is retried.' },
      });
      await alerts.evaluateAt(DUE + 2 * MINUTE);
      away = false;
      await alerts.evaluateAt(DUE + 3 * MINUTE);
      expect(await alerts.history(alert)).toEqual([
        '1 firing 1 notified',
        '0 error -',
        '-1 error -',
        '0 firing 1',
        '-1 inactive 0 empty notified',
        '-2 firing 1 notified',
      ]);
      expect(await alerts.read(alert)).toMatchObject({ state: 'firing', lastEvaluation: { value: 1 } });
    });

    test('when the database is back, each window once', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart'], [-1.5, 'cart']);
      const alert = await alerts.onSearch();
      const database = interruptible(alerts.db);
      const worker = alerts.startWorker(engine, {}, database.db);
      await alerts.settled();
      database.away = true;
      alerts.now = DUE + 3 * MINUTE;
      worker.wake();
      await expect.poll(() => database.rejected, { interval: 25 }).toBeGreaterThan(2);
      expect(await alerts.history(alert)).toHaveLength(1);
      database.away = false;
      await alerts.settled();
      expect(await alerts.history(alert)).toEqual([
        '1 firing 1 notified',
        '0 inactive 0 empty notified',
        '-1 firing 1 notified',
        '-2 inactive 0 empty notified',
      ]);
      expect(await alerts.notifications(alert)).toHaveLength(4);
    });

    test('apart from one that is broken', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart']);
      const broken = await alerts.onSearch({}, { where: 'toUInt32(Body) > 1', whereLanguage: 'sql' });
      const wrong = await alerts.onSearch({}, { where: 'Missing > 1', whereLanguage: 'sql' });
      const gone = await alerts.onSearch();
      await alerts.db
        .deleteFrom('saved_searches')
        .where('id', '=', gone.savedSearchId ?? '')
        .execute();
      const others = await Promise.all([alerts.onSearch(), alerts.onSearch()]);
      alerts.startWorker();
      await alerts.settled();
      for (const other of others) expect(await alerts.history(other)).toEqual(['1 firing 1 notified']);
      const errorOf = async (alert: typeof gone) => (await alerts.read(alert)).lastEvaluation?.error;
      expect(await errorOf(broken)).toContain('Cannot parse');
      expect(await errorOf(wrong)).toContain('"Missing", which is not a column of the source');
      expect(await errorOf(gone)).toBe('The saved search does not exist any more. Update the alert.');
      // It pauses longer and longer.
      const pauses = [];
      for (let failures = 1; failures <= 6; failures += 1) {
        const { due_at } = await alerts.db
          .selectFrom('alert_work')
          .select('due_at')
          .where('alert_id', '=', wrong.id)
          .executeTakeFirstOrThrow();
        pauses.push((due_at - alerts.now) / 1000);
        await alerts.evaluateAt(due_at);
      }
      expect(pauses).toEqual([10, 20, 40, 80, 160, 300]);
    });

    test('not if they are changed or deleted meanwhile', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart']);
      const [changed, deleted, kept] = await Promise.all([
        alerts.onSearch(),
        alerts.onSearch(),
        alerts.onSearch(),
      ]);
      const gate = gated(engine, 'countIf');
      alerts.startWorker(gate.engine);
      await gate.reached;
      await alerts.change(changed, { threshold: 5 });
      await alerts.repositories.alerts.remove(SERVICE, deleted.id, 1);
      gate.open();
      await alerts.settled();
      expect(await alerts.history(kept)).toEqual(['1 firing 1 notified']);
      // With the new threshold.
      expect(await alerts.history(changed)).toEqual(['1 inactive 1']);
      expect([await alerts.history(deleted), await alerts.notifications(deleted)]).toEqual([[], []]);
      expect(await alerts.notifications(changed)).toEqual([]);
    });

    test('by another worker if one hangs, whose result is discarded', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart']);
      const alert = await alerts.onSearch();
      const gate = gated(engine, 'countIf');
      // It looks for alerts once, so it does not lease the alert again.
      const hanging = alerts.startWorker(gate.engine, { leaseMs: 3_600_000, pollMs: 3_600_000 });
      await gate.reached;
      // Its lease is over.
      await alerts.db.updateTable('alert_work').set({ lease_until: 0 }).execute();
      alerts.startWorker();
      await alerts.settled();
      gate.open();
      await hanging.stop();
      expect(await alerts.history(alert)).toEqual(['1 firing 1 notified']);
      expect(await alerts.notifications(alert)).toHaveLength(1);
    });

    test('silently while they are silenced', async () => {
      const alerts = await open();
      await alerts.insert([1, 'cart'], [0, 'cart'], [-1, 'cart']);
      const alert = await alerts.onSearch({ silenced: true });
      alerts.startWorker();
      await alerts.settled();
      await alerts.evaluateAt(DUE + MINUTE);
      await alerts.change(alert, { silenced: false });
      await alerts.evaluateAt(DUE + 2 * MINUTE);
      expect(await alerts.history(alert)).toEqual(['1 firing 1', '0 firing 1', '-1 firing 1 notified']);
    });
  });
});

/** A database that can be away. */
function interruptible(db: Kysely<Schema>) {
  const state = { away: false, rejected: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!state.away) return node;
      state.rejected += 1;
      throw new DatabaseUnavailable(new Error('It is away.'));
    },
    transformResult: async ({ result }) => result,
  };
  return Object.assign(state, { db: db.withPlugin(plugin) });
}

/** An engine whose statements with a text wait. */
function gated(engine: EnginePort, text: string) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const query = async (asked: Parameters<EnginePort['query']>[0]) => {
    if (asked.sql.includes(text)) {
      reached.resolve();
      await gate.promise;
    }
    return engine.query(asked);
  };
  return {
    engine: Object.create(engine, { query: { value: query } }) as EnginePort,
    reached: reached.promise,
    open: gate.resolve,
  };
}

import type { EnginePort } from '@penstock/engine';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Alert } from '../../src/stack/alerts/alert.ts';
import { targetReader } from '../../src/stack/alerts/target-reader.ts';
import type { Dashboard } from '../../src/stack/dashboards/dashboard.ts';
import { stackRepositories } from '../../src/stack/registry.ts';
import type { SavedSearch } from '../../src/stack/saved-searches/saved-search.ts';
import type { Source } from '../../src/stack/sources/source.ts';
import type { DatabaseLocation } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { type AlertPace, alertPaceOf } from '../../src/worker/alerts/alert-pace.ts';
import { type AlertWorker, startAlertWorker } from '../../src/worker/alerts/alert-worker.ts';
import { NOW, openWithService, SERVICE, VAULT } from './stored-pipes.ts';
import { storeWebhook } from './stored-webhooks.ts';

export const MINUTE = 60_000;
export const NOON = Date.parse('2026-05-04T12:00:00.000Z');
const OWNED = { team: SERVICE, createdAt: NOW, updatedAt: NOW };

/** Alerts of a service in a database, evaluated by workers with a clock of the test. */
export class EvaluatedAlerts {
  /** The time of the clock. */
  now = NOON + 10_000;
  readonly db: Kysely<Schema>;
  readonly engine: EnginePort;
  readonly #table: string;
  readonly #webhookId: string;
  readonly #workers: AlertWorker[] = [];
  #made = 0;

  private constructor(db: Kysely<Schema>, engine: EnginePort, table: string, webhookId: string) {
    this.db = db;
    this.engine = engine;
    this.#table = table;
    this.#webhookId = webhookId;
  }

  /** Each test has a table of its own in the engine, which they share. */
  static async open(location: DatabaseLocation, engine: EnginePort): Promise<EvaluatedAlerts> {
    const db = await openWithService(location);
    const webhook = await storeWebhook(db, { team: SERVICE });
    tables += 1;
    const table = `logs_${tables}`;
    await engine.command({
      sql: `CREATE TABLE default.${table} (Timestamp DateTime64(3), ServiceName String, Body String, Amount Float64)
        ENGINE = MergeTree ORDER BY Timestamp`,
    });
    const alerts = new EvaluatedAlerts(db, engine, table, webhook.id);
    await alerts.addSource('source', table);
    return alerts;
  }

  get repositories() {
    return stackRepositories(this.db, VAULT);
  }

  async addSource(id: string, tableName: string): Promise<void> {
    const resource = {
      ...{ id, ...OWNED, name: id, kind: 'log', connection: 'default' },
      ...{ from: { databaseName: 'default', tableName }, timestampValueExpression: 'Timestamp' },
    };
    await this.repositories.sources.insert({ resource: resource as unknown as Source, version: 1 });
  }

  /** Inserts rows: minutes before noon, the service, and an amount. */
  async insert(
    ...rows: readonly (readonly [minutes: number, service: string, amount?: number])[]
  ): Promise<void> {
    const lines = rows.map(([minutes, ServiceName, Amount = 1]) =>
      JSON.stringify({
        Timestamp: new Date(NOON - minutes * MINUTE).toISOString(),
        ServiceName,
        Body: 'text',
        Amount,
      }),
    );
    await this.engine.insert({
      ...{ table: { database: 'default', table: this.#table }, format: 'JSONEachRow' },
      bytes: Buffer.from(lines.join('\n')),
    });
  }

  /** Creates an alert on a saved search that fires at one row. */
  async onSearch(alert: Partial<Alert> = {}, search: Partial<SavedSearch> = {}): Promise<Alert> {
    const id = `search-${this.#next()}`;
    const savedSearch = { id, ...OWNED, name: id, sourceId: 'source', tags: [], ...search };
    await this.repositories.savedSearches.insert({ resource: savedSearch as SavedSearch, version: 1 });
    return this.#add({ source: 'search', savedSearch: id, savedSearchId: id, ...alert });
  }

  /** Creates an alert on a tile. */
  async onTile(config: object, alert: Partial<Alert> = {}): Promise<Alert> {
    const id = `dashboard-${this.#next()}`;
    const tile = {
      id: 'tile',
      name: 'Tile',
      x: 0,
      y: 0,
      w: 1,
      h: 1,
      config: { sourceId: 'source', ...config },
    };
    const dashboard = { id, ...OWNED, name: id, tags: [], filters: [], tiles: [tile] };
    await this.repositories.dashboards.insert({ resource: dashboard as unknown as Dashboard, version: 1 });
    return this.#add({ source: 'tile', dashboard: id, dashboardId: id, tileId: 'tile', ...alert });
  }

  async change(alert: Alert, changes: Partial<Alert>): Promise<void> {
    const found = await this.repositories.alerts.find(SERVICE, alert.id);
    if (found === undefined) throw new Error('The alert does not exist.');
    const resource = { ...found.resource, ...changes } as Alert;
    await this.repositories.alerts.replace({ resource, version: found.version + 1 }, found.version);
  }

  /** Starts a worker, which stops when the test ends. */
  startWorker(
    engine: EnginePort = this.engine,
    pace: Partial<AlertPace> = {},
    db: Kysely<Schema> = this.db,
  ): AlertWorker {
    const worker = startAlertWorker({
      ...{ db, engine, readTargets: targetReader(this.repositories), logger: pino({ level: 'silent' }) },
      pace: { ...alertPaceOf({ alertDelaySeconds: 10, leaseSeconds: 10 }), pollMs: 100, ...pace },
      clock: () => sql<number>`cast(${this.now} as bigint)`,
    });
    this.#workers.push(worker);
    onTestFinished(() => worker.stop());
    return worker;
  }

  /** Sets the clock, and waits until all alerts that are due then are evaluated. */
  async evaluateAt(now: number): Promise<void> {
    this.now = now;
    for (const worker of this.#workers) worker.wake();
    await this.settled();
  }

  /** Waits until no alert is due. */
  async settled(): Promise<void> {
    const busy = () =>
      this.db
        .selectFrom('alert_work')
        .select('alert_id')
        .where((work) => work.or([work('due_at', '<=', this.now), work('owner', 'is not', null)]))
        .execute();
    await expect.poll(busy, { interval: 25 }).toEqual([]);
  }

  async read(alert: Alert) {
    const found = await this.repositories.alerts.find(SERVICE, alert.id);
    const { state, lastEvaluation } = found?.resource ?? {};
    return { state, lastEvaluation };
  }

  /** The history of an alert, the earliest entry first: minutes before noon of the window, group, state, value, and whether it notified. */
  async history(alert: Alert): Promise<string[]> {
    const rows = await this.db
      .selectFrom('alert_history')
      .selectAll()
      .where('alert_id', '=', alert.id)
      .orderBy('id')
      .execute();
    return rows.map(({ window_start, group_key, state, value, empty, notified }) =>
      [
        (NOON - window_start) / MINUTE,
        ...(group_key === null ? [] : [group_key]),
        ...[state, value ?? '-'],
        ...(empty === 1 ? ['empty'] : []),
        ...(notified === 1 ? ['notified'] : []),
      ].join(' '),
    );
  }

  /** The notifications of an alert in their order. */
  async notifications(alert: Alert) {
    const rows = await this.db
      .selectFrom('deliveries')
      .select('message')
      .where('alert_id', '=', alert.id)
      .orderBy('id')
      .execute();
    return rows.map(({ message }) => JSON.parse(message));
  }

  #next(): number {
    this.#made += 1;
    return this.#made;
  }

  async #add(alert: object): Promise<Alert> {
    const resource = {
      ...{ id: `alert-${this.#next()}`, ...OWNED, state: 'inactive', silenced: false, consecutiveWindows: 1 },
      ...{ threshold: 1, thresholdType: 'above', interval: '1m' },
      channel: { type: 'webhook', webhookId: this.#webhookId },
      ...alert,
    } as unknown as Alert;
    await this.repositories.alerts.insert({ resource, version: 1 });
    return resource;
  }
}

let tables = 0;

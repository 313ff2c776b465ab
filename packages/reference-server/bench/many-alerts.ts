import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { readConfiguration } from '../src/api/configuration.ts';
import type { FirstCredentials } from '../src/api/first-start/credentials-file.ts';
import { createReferenceServer } from '../src/api/server.ts';
import type { Alert } from '../src/stack/alerts/alert.ts';
import type { Dashboard } from '../src/stack/dashboards/dashboard.ts';
import { type StackRepositories, stackRepositories } from '../src/stack/registry.ts';
import type { SavedSearch } from '../src/stack/saved-searches/saved-search.ts';
import type { Source } from '../src/stack/sources/source.ts';
import type { StoredWebhook } from '../src/stack/webhooks/webhook.ts';
import { openStorage } from '../src/storage/storage.ts';
import { inTransaction } from '../src/storage/transaction.ts';

/** A data folder with many alerts, ready to be served. */
export interface ManyAlerts {
  readonly folder: string;
  /** The settings of a server on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The tables of the sources. */
  readonly tables: readonly string[];
}

/** The values of a column by which rows are grouped. */
export const SERVICES = ['cart', 'checkout', 'payment', 'search', 'shipping'];
const ALERTS_PER_TRANSACTION = 500;
/** Of ten alerts, one is on a tile with groups. */
const TILE_EVERY = 10;

/** Makes a data folder as a first start leaves it, with alerts of one service: each has a condition of its own. */
export async function fillWithAlerts(alerts: number, sources: number): Promise<ManyAlerts> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const environment = { PENSTOCK_DATA: folder, PENSTOCK_ENGINE: 'simulated' };
  const configuration = readConfiguration(environment);
  const logger = pino({ level: 'silent' });
  await (await createReferenceServer(configuration, logger)).close();
  const { management }: FirstCredentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  const tables = Array.from({ length: sources }, (_, index) => `logs_${index}`);
  const storage = await openStorage(configuration, logger);
  try {
    const common = { team: management.serviceId, createdAt: NOW, updatedAt: NOW };
    const webhook = {
      ...common,
      id: uuidv7(),
      name: 'Receiver',
      service: 'generic',
      url: 'https://hooks.example.net/',
    };
    await inTransaction(storage.db, async (transaction) => {
      const on = stackRepositories(transaction, storage.vault);
      const secrets = { secret: 'whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXJlYWwtc2VjcmV0' };
      await on.webhooks.insert({
        resource: { ...webhook, secrets } as StoredWebhook,
        version: 1,
      });
      for (const table of tables) await on.sources.insert({ resource: sourceOf(table, common), version: 1 });
    });
    for (let first = 0; first < alerts; first += ALERTS_PER_TRANSACTION)
      await inTransaction(storage.db, async (transaction) => {
        const on = stackRepositories(transaction, storage.vault);
        for (let index = first; index < Math.min(first + ALERTS_PER_TRANSACTION, alerts); index += 1)
          await insertAlert(on, index, tables[index % sources] ?? '', { ...common, webhookId: webhook.id });
      });
  } finally {
    await storage.close();
  }
  return { folder, environment: { ...environment, PENSTOCK_ENGINE: 'embedded' }, tables };
}

const NOW = new Date().toISOString();

interface Common {
  readonly team: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

function sourceOf(table: string, common: Common): Source {
  return {
    ...{ id: table, ...common, name: table, kind: 'log', connection: 'default' },
    ...{ from: { databaseName: 'default', tableName: table }, timestampValueExpression: 'Timestamp' },
  } as Source;
}

async function insertAlert(
  on: StackRepositories,
  index: number,
  sourceId: string,
  { webhookId, ...common }: Common & { readonly webhookId: string },
): Promise<void> {
  const id = `target-${index}`;
  const isTile = index % TILE_EVERY === 0;
  const alert = {
    ...{ id: uuidv7(), ...common, state: 'inactive', silenced: false, consecutiveWindows: 1 },
    ...{ threshold: 1_000_000, thresholdType: 'above', interval: '1m' },
    channel: { type: 'webhook', webhookId },
    ...(isTile
      ? { source: 'tile', dashboard: id, dashboardId: id, tileId: 'tile' }
      : { source: 'search', savedSearch: id, savedSearchId: id }),
  } as Alert;
  if (isTile) await on.dashboards.insert({ resource: dashboardOf(id, index, sourceId, common), version: 1 });
  else await on.savedSearches.insert({ resource: searchOf(id, index, sourceId, common), version: 1 });
  await on.alerts.insert({ resource: alert, version: 1 });
}

function searchOf(id: string, index: number, sourceId: string, common: Common): SavedSearch {
  const service = SERVICES[index % SERVICES.length];
  const where = `ServiceName:${service} AND Duration:[${index} TO *]`;
  return { id, ...common, name: id, sourceId, where, whereLanguage: 'lucene', tags: [] };
}

function dashboardOf(id: string, index: number, sourceId: string, common: Common): Dashboard {
  const series = { aggFn: 'avg', valueExpression: 'Duration', where: `Duration:[${index} TO *]` };
  const config = { displayType: 'line', sourceId, select: [series], groupBy: 'ServiceName' };
  const tile = { id: 'tile', name: 'Tile', x: 0, y: 0, w: 1, h: 1, config };
  return { id, ...common, name: id, tags: [], filters: [], tiles: [tile] } as unknown as Dashboard;
}

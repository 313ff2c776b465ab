import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { columnText, fromColumnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { record } from '../../storage/outbox.ts';
import type { Schema } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { changeOf, type DocumentRepository, documentRepository } from '../base/document-repository.ts';
import { type Content, contentOf } from '../base/resource.ts';
import type { Alert } from './alert.ts';
import { addAlertWork, renewAlertWork, withEvaluations } from './stored-evaluation.ts';

/** The filters of the list of alerts (D-06). */
export interface AlertFilter {
  readonly state?: string;
  readonly dashboardId?: string;
  readonly savedSearchId?: string;
  readonly webhookId?: string;
}

/** The queries of alerts. */
export interface AlertRepository extends DocumentRepository<Alert, AlertFilter> {
  /** The number of alerts that use the webhook. */
  countOnWebhook(tenantId: string, webhookId: string): Promise<number>;
  removeOnSavedSearch(tenantId: string, savedSearchId: string): Promise<void>;
  /** The ids of the tiles of the dashboard that have alerts. */
  tilesWithAlerts(tenantId: string, dashboardId: string): Promise<ReadonlySet<string>>;
  /** Deletes the alerts on tiles of the dashboard, except those on the `kept` tiles. */
  removeOnTiles(tenantId: string, dashboardId: string, kept: readonly string[]): Promise<void>;
}

type Condition = (alert: ExpressionBuilder<Schema, 'alerts'>) => ExpressionWrapper<Schema, 'alerts', SqlBool>;

export function alertRepository(db: Database): AlertRepository {
  const documentsOn = (database: Database) =>
    documentRepository<Alert, 'alerts'>(database, 'alerts', {
      write: (alert) => ({ document: definitionOf(alert), columns: columnsOf(alert) }),
      read: (document, { state }) => ({ ...(document as Content<Alert>), state }),
      kept: ['state'],
    });
  const documents = documentsOn(db);
  const removeWhere = (tenantId: string, condition: Condition) =>
    inTransaction(db, async (transaction) => {
      const gone = await transaction
        .deleteFrom('alerts')
        .where('tenant_id', '=', tenantId)
        .where(condition)
        .returning(['id', 'version'])
        .execute();
      await record(
        transaction,
        gone.map(({ id, version }) => changeOf('alerts', 'deleted', tenantId, id, version)),
      );
    });
  return {
    ...documents,
    async find(tenantId, id) {
      const found = await documents.find(tenantId, id);
      if (found === undefined) return undefined;
      const [resource = found.resource] = await withEvaluations(db, tenantId, [found.resource]);
      return { ...found, resource };
    },
    insert: (stored) =>
      inTransaction(db, async (transaction) => {
        await documentsOn(transaction).insert(stored);
        await addAlertWork(transaction, stored.resource);
      }),
    replace: (stored, readVersion) =>
      inTransaction(db, async (transaction) => {
        if (!(await documentsOn(transaction).replace(stored, readVersion))) return false;
        await renewAlertWork(transaction, stored.resource);
        return true;
      }),
    async list(tenantId, filter, limit, afterId) {
      const alerts = await documents.list(tenantId, { columns: filteredColumns(filter) }, limit, afterId);
      return withEvaluations(db, tenantId, alerts);
    },
    sizes: (tenantId, filter, limit, afterId) =>
      documents.sizes(tenantId, { columns: filteredColumns(filter) }, limit, afterId),
    async countOnWebhook(tenantId, webhookId) {
      const { count } = await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow();
      return count;
    },
    async tilesWithAlerts(tenantId, dashboardId) {
      const rows = await db
        .selectFrom('alerts')
        .select('tile_id')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('dashboard_id', '=', columnText(dashboardId))
        .execute();
      return new Set(rows.flatMap(({ tile_id }) => (tile_id === null ? [] : [fromColumnText(tile_id)])));
    },
    removeOnSavedSearch: (tenantId, savedSearchId) =>
      removeWhere(tenantId, (alert) => alert('saved_search_id', '=', savedSearchId)),
    removeOnTiles: (tenantId, dashboardId, kept) =>
      removeWhere(tenantId, (alert) =>
        alert.and([
          alert('dashboard_id', '=', dashboardId),
          ...(kept.length === 0 ? [] : [alert('tile_id', 'not in', kept.map(columnText))]),
        ]),
      ),
  };
}

/** The part of an alert that requests change; evaluations change the rest. */
function definitionOf(alert: Alert): object {
  const { state: _state, lastEvaluation: _lastEvaluation, ...definition } = contentOf(alert);
  return definition;
}

function filteredColumns({ state, dashboardId, savedSearchId, webhookId }: AlertFilter) {
  return { state, dashboard_id: dashboardId, saved_search_id: savedSearchId, webhook_id: webhookId };
}

/** The columns for lookups: the target of the alert, and its webhook. */
function columnsOf({ source, state, dashboardId, tileId, savedSearchId, channel }: Alert) {
  const onTile = source === 'tile';
  return {
    state,
    dashboard_id: onTile ? (dashboardId ?? null) : null,
    tile_id: onTile ? (tileId ?? null) : null,
    saved_search_id: onTile ? null : (savedSearchId ?? null),
    webhook_id: channel.webhookId ?? null,
  };
}

import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Alert } from '../../alerts/alert.ts';
import type { AlertProgress } from '../../alerts/evaluate.ts';
import type { AlertNotificationType, Evaluated } from '../../alerts/group-state.ts';
import { notificationMessage } from '../../alerts/notification-message.ts';
import type { AlertWindow } from '../../alerts/windows.ts';
import type { AlertHistoryTable } from '../../storage/alert-tables.ts';
import { columnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { isPostgres } from '../../storage/dialects.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { enqueueNotification } from '../deliveries/enqueue-notification.ts';
import type { LeasedAlert } from './alert-queue.ts';

/** What an evaluation of a leased alert has found, and when the next one is due. */
export interface StoredEvaluation {
  readonly leased: LeasedAlert;
  readonly progress: AlertProgress;
  readonly dueAt: number;
  /** The number of failures in a row, with this one. */
  readonly attempts: number;
  /** Whether its statement failed. */
  readonly alone: boolean;
  readonly batch: string;
  /** Undefined if no window was evaluated, so that the last evaluation stays. */
  readonly result?: EvaluationResult;
}

interface EvaluationResult {
  readonly evaluatedAt: string;
  readonly state: 'inactive' | 'pending' | 'firing' | 'error';
  readonly value?: number;
  readonly error?: string;
  /** The windows that were evaluated. */
  readonly entries: readonly Evaluated[];
  /** The windows that could not be evaluated. */
  readonly failed: readonly AlertWindow[];
}

/** Far below the number of values that a statement may have. */
const ROWS_PER_INSERT = 1_000;

/**
 * Stores states, history, notifications and the next windows in one transaction. Alerts that another process has by now are left to it;
 * those that were changed or deleted meanwhile are released.
 *
 * @returns whether there are notifications to deliver
 */
export async function storeEvaluations(
  db: Database,
  owner: string,
  evaluations: readonly StoredEvaluation[],
): Promise<boolean> {
  if (evaluations.length === 0) return false;
  return inTransaction(db, async (transaction) => {
    const known = await leasedRows(transaction, owner, evaluations);
    const own = evaluations.filter(({ leased }) => known.get(keyOf(leased))?.fence === leased.fence);
    const current = own.filter(({ leased }) => known.get(keyOf(leased))?.version === leased.version);
    await release(
      transaction,
      own.filter((evaluation) => !current.includes(evaluation)),
    );
    await storeWork(transaction, current, known);
    await storeStates(transaction, current);
    await storeHistory(transaction, current);
    return notify(transaction, current);
  });
}

interface LeasedRow {
  readonly fence: number;
  readonly version: number;
  readonly evaluated_at: string | null;
  readonly value: number | null;
  readonly error: string | null;
}

type Keyed = Pick<LeasedAlert, 'tenantId' | 'alertId'>;

function keyOf({ tenantId, alertId }: Keyed): string {
  return `${tenantId}/${alertId}`;
}

/**
 * The alerts that the process still has. Until the end of the transaction, requests that change them wait, and no other process can
 * lease them.
 */
async function leasedRows(
  transaction: Database,
  owner: string,
  evaluations: readonly StoredEvaluation[],
): Promise<ReadonlyMap<string, LeasedRow>> {
  const query = transaction
    .selectFrom('alerts')
    .innerJoin('alert_work', (join) =>
      join
        .onRef('alert_work.tenant_id', '=', 'alerts.tenant_id')
        .onRef('alert_work.alert_id', '=', 'alerts.id'),
    )
    .select(['alerts.tenant_id', 'alerts.id', 'alerts.version', 'fence', 'evaluated_at', 'value', 'error'])
    .where('owner', '=', owner)
    .where((alert) =>
      alert(
        alert.refTuple('alerts.tenant_id', 'alerts.id'),
        'in',
        evaluations.map(({ leased }) => alert.tuple(leased.tenantId, leased.alertId)),
      ),
    )
    .orderBy('alerts.tenant_id')
    .orderBy('alerts.id');
  const rows = await (isPostgres(transaction) ? query.forUpdate(['alerts', 'alert_work']) : query).execute();
  return new Map(rows.map(({ tenant_id, id, ...row }) => [keyOf({ tenantId: tenant_id, alertId: id }), row]));
}

async function release(transaction: Database, lost: readonly StoredEvaluation[]): Promise<void> {
  for (const { leased } of lost)
    await transaction
      .updateTable('alert_work')
      .set({ owner: null, lease_until: null })
      .where('tenant_id', '=', leased.tenantId)
      .where('alert_id', '=', leased.alertId)
      .execute();
}

/** The rows exist: an insert with a conflict changes all of them in one statement. */
async function storeWork(
  transaction: Database,
  evaluations: readonly StoredEvaluation[],
  known: ReadonlyMap<string, LeasedRow>,
): Promise<void> {
  if (evaluations.length === 0) return;
  const rows = evaluations.map(({ leased, progress, dueAt, attempts, alone, batch, result }) => ({
    tenant_id: leased.tenantId,
    alert_id: leased.alertId,
    due_at: dueAt,
    batch,
    attempts,
    alone: Number(alone),
    owner: null,
    lease_until: null,
    fence: leased.fence,
    progress: JSON.stringify(progress),
    ...(result === undefined ? lastOf(known.get(keyOf(leased))) : lastOf(asLast(result))),
  }));
  await transaction
    .insertInto('alert_work')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'alert_id']).doUpdateSet((row) => ({
        due_at: row.ref('excluded.due_at'),
        batch: row.ref('excluded.batch'),
        attempts: row.ref('excluded.attempts'),
        alone: row.ref('excluded.alone'),
        owner: row.ref('excluded.owner'),
        lease_until: row.ref('excluded.lease_until'),
        progress: row.ref('excluded.progress'),
        evaluated_at: row.ref('excluded.evaluated_at'),
        value: row.ref('excluded.value'),
        error: row.ref('excluded.error'),
      })),
    )
    .execute();
}

type LastEvaluation = Pick<LeasedRow, 'evaluated_at' | 'value' | 'error'>;

function asLast({ evaluatedAt, value, error }: EvaluationResult): LastEvaluation {
  return { evaluated_at: evaluatedAt, value: value ?? null, error: error ?? null };
}

function lastOf(last: LastEvaluation | undefined): LastEvaluation {
  return {
    evaluated_at: last?.evaluated_at ?? null,
    value: last?.value ?? null,
    error: last?.error ?? null,
  };
}

/** States change rarely, and one statement is enough for each of them. */
async function storeStates(transaction: Database, evaluations: readonly StoredEvaluation[]): Promise<void> {
  const changed = evaluations.filter(
    ({ leased, result }) => result !== undefined && result.state !== leased.alert.state,
  );
  for (const [state = '', alerts] of Map.groupBy(changed, ({ result }) => result?.state))
    await transaction
      .updateTable('alerts')
      .set({ state })
      .where((alert) =>
        alert(
          alert.refTuple('tenant_id', 'id'),
          'in',
          alerts.map(({ leased }) => alert.tuple(leased.tenantId, leased.alertId)),
        ),
      )
      .execute();
}

async function storeHistory(transaction: Database, evaluations: readonly StoredEvaluation[]): Promise<void> {
  const rows = evaluations.flatMap(historyOf);
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT)
    await transaction
      .insertInto('alert_history')
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .execute();
}

function historyOf({ leased, result }: StoredEvaluation): Insertable<AlertHistoryTable>[] {
  if (result === undefined) return [];
  const { evaluatedAt, entries, failed, error = null } = result;
  const common = { tenant_id: leased.tenantId, alert_id: leased.alertId, evaluated_at: evaluatedAt };
  const evaluated = entries.map((entry) => ({
    id: uuidv7(),
    ...common,
    window_start: entry.start,
    window_end: entry.end,
    group_key: entry.key === undefined ? null : columnText(entry.key),
    group_columns: entry.columns === undefined ? null : JSON.stringify(entry.columns),
    state: entry.state,
    value: entry.value ?? null,
    empty: Number(entry.empty),
    notified: Number(entry.notification !== undefined),
    error: null,
  }));
  const others = failed.map(({ start, end }) => ({
    id: uuidv7(),
    ...common,
    window_start: start,
    window_end: end,
    group_key: null,
    group_columns: null,
    state: 'error',
    value: null,
    empty: 0,
    notified: 0,
    error,
  }));
  return [...evaluated, ...others];
}

async function notify(transaction: Database, evaluations: readonly StoredEvaluation[]): Promise<boolean> {
  let hasNotified = false;
  for (const { leased, result } of evaluations)
    for (const entry of result?.entries ?? []) {
      const { notification } = entry;
      if (notification === undefined || result === undefined) continue;
      await enqueue(transaction, leased.alert, entry, notification, result.evaluatedAt);
      hasNotified = true;
    }
  return hasNotified;
}

async function enqueue(
  transaction: Database,
  alert: Alert,
  entry: Evaluated,
  type: AlertNotificationType,
  timestamp: string,
): Promise<void> {
  const { webhookId } = alert.channel;
  if (webhookId === undefined) return;
  const message = notificationMessage(alert, entry, { eventId: uuidv7(), timestamp, type });
  await enqueueNotification(transaction, { tenantId: alert.team, webhookId, alertId: alert.id, message });
}

import { NOT_EVALUATED } from '../../alerts/evaluate.ts';
import type { Database } from '../../storage/database.ts';
import type { Owned } from '../base/resource.ts';
import type { Alert } from './alert.ts';

/** The alerts of a tenant with their last evaluations. */
export async function withEvaluations(
  db: Database,
  tenantId: string,
  alerts: readonly Alert[],
): Promise<Alert[]> {
  if (alerts.length === 0) return [];
  const rows = await db
    .selectFrom('alert_work')
    .select(['alert_id', 'evaluated_at', 'value', 'error'])
    .where('tenant_id', '=', tenantId)
    .where(
      'alert_id',
      'in',
      alerts.map(({ id }) => id),
    )
    .execute();
  const evaluations = new Map(rows.map((row) => [row.alert_id, row]));
  return alerts.map((alert) => {
    const { evaluated_at: evaluatedAt, value, error } = evaluations.get(alert.id) ?? {};
    if (evaluatedAt === null || evaluatedAt === undefined) return alert;
    const lastEvaluation = {
      evaluatedAt,
      ...(value !== null && { value }),
      ...(error !== null && { error }),
    };
    return { ...alert, lastEvaluation } as Alert;
  });
}

/** Lets workers evaluate a new alert. */
export async function addAlertWork(transaction: Database, { team, id }: Owned): Promise<void> {
  const work = { due_at: 0, batch: '', attempts: 0, alone: 0, fence: 0, progress: NOTHING };
  await transaction
    .insertInto('alert_work')
    .values({ tenant_id: team, alert_id: id, ...work })
    .execute();
}

const NOTHING = JSON.stringify(NOT_EVALUATED);

/** Lets workers look at a changed alert at once, also if its evaluation failed before. */
export async function renewAlertWork(transaction: Database, { team, id }: Owned): Promise<void> {
  await transaction
    .updateTable('alert_work')
    .set({ due_at: 0, attempts: 0, alone: 0 })
    .where('tenant_id', '=', team)
    .where('alert_id', '=', id)
    .execute();
}

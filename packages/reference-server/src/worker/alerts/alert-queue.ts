import { type RawBuilder, sql } from 'kysely';
import type { Alert } from '../../alerts/alert.ts';
import type { AlertProgress } from '../../alerts/evaluate.ts';
import type { Database } from '../../storage/database.ts';
import { databaseClock, isPostgres } from '../../storage/dialects.ts';
import { type StoredEvaluation, storeEvaluations } from './store-evaluations.ts';

/** An alert that this process may evaluate until its lease ends. */
export interface LeasedAlert {
  readonly tenantId: string;
  readonly alertId: string;
  /** Greater than the fence of every earlier lease. */
  readonly fence: number;
  /** The number of failures in a row. */
  readonly attempts: number;
  /** Whether its last statement failed, so that it shares none with other alerts. */
  readonly alone: boolean;
  readonly progress: AlertProgress;
  /** The definition, with the version that is evaluated. */
  readonly alert: Alert;
  readonly version: number;
}

/** Alerts that are due now, by the clock of the database. */
export interface DueAlerts {
  readonly now: number;
  readonly alerts: readonly LeasedAlert[];
}

interface Claim {
  readonly limit: number;
  readonly leaseMs: number;
  /** Alerts whose last statement failed are evaluated one by one, apart from the others. */
  readonly alone: boolean;
}

/** Which process evaluates which alert. Any number of processes share the alerts. */
export interface AlertQueue {
  /** Leases due alerts; those that can share a statement come together. */
  claim(claim: Claim): Promise<DueAlerts>;
  renew(leaseMs: number): Promise<void>;
  /** Stores results of leased alerts, and returns whether there are notifications to deliver; those that the process has lost, or that were changed meanwhile, are discarded. */
  store(evaluations: readonly StoredEvaluation[]): Promise<boolean>;
  /** Releases all alerts of this process. */
  release(): Promise<void>;
}

/** The clock that alerts are due by. */
export type Clock = (db: Database) => RawBuilder<number>;

export function alertQueue(db: Database, owner: string, clock: Clock = databaseClock): AlertQueue {
  // Leases end by the real clock, whatever time alerts are evaluated for.
  const leaseClock = databaseClock(db);

  const lease = async ({ limit, leaseMs, alone }: Claim) => {
    const at = sql<number>`(select ${clock(db)})`;
    const free = db
      .selectFrom('alert_work')
      .select(['tenant_id', 'alert_id'])
      .where('due_at', '<=', at)
      .where('alone', '=', Number(alone))
      .where((work) => work.or([work('owner', 'is', null), work('lease_until', '<', leaseClock)]))
      .orderBy('due_at')
      .orderBy('batch')
      .limit(limit);
    return (
      db
        .updateTable('alert_work')
        .set((work) => ({
          owner,
          lease_until: sql<number>`${leaseClock} + ${leaseMs}`,
          fence: work('fence', '+', 1),
        }))
        // Parallel processes do not wait for each other: each skips the rows that another one is leasing.
        .where((work) =>
          work(
            work.refTuple('tenant_id', 'alert_id'),
            'in',
            (isPostgres(db) ? free.forUpdate().skipLocked() : free).$asTuple('tenant_id', 'alert_id'),
          ),
        )
        .returning([
          'tenant_id',
          'alert_id',
          'fence',
          'attempts',
          'progress',
          sql<number>`${clock(db)}`.as('now'),
        ])
        .execute()
    );
  };

  return {
    async claim(claim) {
      const rows = await lease(claim);
      const [first] = rows;
      if (first === undefined) return { now: 0, alerts: [] };
      const definitions = await definitionsOf(db, rows);
      const alerts = rows.flatMap(({ tenant_id, alert_id, fence, attempts, progress }) => {
        const definition = definitions.get(keyOf(tenant_id, alert_id));
        if (definition === undefined) return [];
        const known = JSON.parse(progress) as AlertProgress;
        const { alone } = claim;
        return [
          { tenantId: tenant_id, alertId: alert_id, fence, attempts, alone, progress: known, ...definition },
        ];
      });
      return { now: first.now, alerts };
    },
    async renew(leaseMs) {
      await db
        .updateTable('alert_work')
        .set({ lease_until: sql<number>`${leaseClock} + ${leaseMs}` })
        .where('owner', '=', owner)
        .execute();
    },
    store: (evaluations) => storeEvaluations(db, owner, evaluations),
    async release() {
      await db
        .updateTable('alert_work')
        .set({ owner: null, lease_until: null })
        .where('owner', '=', owner)
        .execute();
    },
  };
}

function keyOf(tenantId: string, alertId: string): string {
  return `${tenantId}/${alertId}`;
}

async function definitionsOf(
  db: Database,
  keys: readonly { readonly tenant_id: string; readonly alert_id: string }[],
): Promise<ReadonlyMap<string, { readonly alert: Alert; readonly version: number }>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['tenant_id', 'id', 'document', 'version', 'state', 'created_at', 'updated_at'])
    .where((alert) =>
      alert(
        alert.refTuple('tenant_id', 'id'),
        'in',
        keys.map(({ tenant_id, alert_id }) => alert.tuple(tenant_id, alert_id)),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ tenant_id: team, id, document, version, state, created_at, updated_at }) => {
      const owned = { id, team, state, createdAt: created_at, updatedAt: updated_at };
      return [keyOf(team, id), { alert: { ...JSON.parse(document), ...owned } as Alert, version }];
    }),
  );
}

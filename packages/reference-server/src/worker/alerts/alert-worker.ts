import { randomUUID } from 'node:crypto';
import type { EnginePort } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { ReadTargets } from '../../alerts/target.ts';
import type { Database } from '../../storage/database.ts';
import { repeating } from '../repeating.ts';
import type { AlertPace } from './alert-pace.ts';
import { alertQueue, type Clock } from './alert-queue.ts';
import { checkedAlerts } from './checked-alerts.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';
import type { StoredEvaluation } from './store-evaluations.ts';

/**
 * Evaluates due alerts. Any number of processes may run one: only the process with the lease on an alert stores its evaluation. Alerts
 * whose last statement failed have a lane of their own, so that they do not delay the others.
 */
export interface AlertWorker {
  /** Looks for due alerts immediately. */
  wake(): void;
  /** Aborts all evaluations and releases the alerts. */
  stop(): Promise<void>;
}

interface AlertWorkerParts {
  readonly db: Database;
  readonly engine: EnginePort;
  readonly readTargets: ReadTargets;
  readonly logger: Logger;
  readonly pace: AlertPace;
  readonly clock?: Clock;
  /** Called when there are notifications to deliver. */
  readonly notified?: () => void;
}

/** Evaluations that run at once, and how many alerts each leases. */
interface Lane {
  readonly alone: boolean;
  readonly most: number;
  readonly alerts: number;
  readonly running: Set<Promise<void>>;
}

/** Each renewal is a write, so there are few more than necessary. */
const RENEWALS_PER_LEASE = 3;

export function startAlertWorker(given: AlertWorkerParts): AlertWorker {
  const { db, engine, readTargets, logger, pace, clock, notified } = given;
  const queue = alertQueue(db, randomUUID(), clock);
  const stopping = new AbortController();
  const parts = {
    ...{ engine, readTargets, pace, logger },
    store: async (evaluations: readonly StoredEvaluation[]) => {
      if (await queue.store(evaluations)) notified?.();
    },
    checked: checkedAlerts(engine),
    signal: stopping.signal,
  };
  const lanes: readonly Lane[] = [
    { alone: false, most: pace.claims, alerts: pace.alertsPerClaim, running: new Set() },
    { alone: true, most: pace.loneAlerts, alerts: 1, running: new Set() },
  ];
  const renewalMs = pace.leaseMs / RENEWALS_PER_LEASE;
  let renewedAt = -Infinity;

  const renew = async () => {
    const isRunning = lanes.some(({ running }) => running.size > 0);
    if (!isRunning || performance.now() - renewedAt < renewalMs) return;
    renewedAt = performance.now();
    await queue.renew(pace.leaseMs);
  };

  const fill = async ({ alone, most, alerts: limit, running }: Lane) => {
    while (running.size < most && !stopping.signal.aborted) {
      const due = await queue.claim({ alone, limit, leaseMs: pace.leaseMs });
      if (due.alerts.length === 0) return;
      const evaluation = evaluateAlerts(parts, due)
        .catch((error: unknown) =>
          logger.warn(
            { err: error },
            'Evaluations of alerts could not be stored; they are repeated when their lease ends',
          ),
        )
        .finally(() => {
          running.delete(evaluation);
          rounds.now();
        });
      running.add(evaluation);
    }
  };

  const rounds = repeating(
    Math.min(pace.pollMs, renewalMs),
    async () => {
      await renew();
      await Promise.all(lanes.map(fill));
    },
    { logger, name: 'The evaluation of alerts' },
  );
  rounds.now();

  return {
    wake: rounds.now,
    async stop() {
      stopping.abort();
      await rounds.stop();
      await Promise.all(lanes.flatMap(({ running }) => [...running]));
      await queue.release().catch((error: unknown) => {
        logger.warn({ err: error }, 'Alerts could not be released; their leases expire by themselves');
      });
    },
  };
}

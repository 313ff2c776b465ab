import { type CheckedAlert, checkAlert, type EnginePort } from '@penstock/engine';
import type { AlertTarget } from '../../alerts/target.ts';

/** Checking an expression asks the engine, and alerts change rarely. */
export interface CheckedAlerts {
  /** @throws QueryError if the alert cannot be evaluated */
  check(target: AlertTarget): Promise<CheckedAlert>;
  /** Checks a target again the next time: its table may have changed. */
  forget(target: AlertTarget): void;
}

const MOST_KEPT = 20_000;
/** Tables get other columns. */
const KEPT_MS = 10 * 60_000;

interface Kept {
  readonly checked: Promise<CheckedAlert>;
  readonly until: number;
}

export function checkedAlerts(engine: EnginePort): CheckedAlerts {
  const kept = new Map<string, Kept>();
  return {
    check(target) {
      const key = keyOf(target);
      const known = kept.get(key);
      if (known !== undefined && known.until > performance.now()) return known.checked;
      const checked = checkAlert(engine, target.queried, target.request);
      checked.catch(() => kept.delete(key));
      kept.delete(key);
      for (const oldest of kept.keys()) {
        if (kept.size < MOST_KEPT) break;
        kept.delete(oldest);
      }
      // Not all at once again.
      kept.set(key, { checked, until: performance.now() + KEPT_MS * (1 + Math.random()) });
      return checked;
    },
    forget: (target) => void kept.delete(keyOf(target)),
  };
}

function keyOf({ queried: { source, databasePrefix }, request }: AlertTarget): string {
  return JSON.stringify([source.team, source.id, source.updatedAt, databasePrefix, request]);
}

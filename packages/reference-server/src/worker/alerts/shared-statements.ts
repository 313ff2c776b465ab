import { createHash } from 'node:crypto';
import type { CheckedAlert } from '@penstock/engine';
import type { Targeted } from './evaluate-alerts.ts';

/** An alert that is ready to be evaluated. */
export interface Checked extends Targeted {
  readonly checked: CheckedAlert;
}

/** An alert with the name of the alerts that it can share statements with. */
export interface Pending extends Checked {
  readonly batch: string;
}

/** More columns make a statement slower to plan than they save. */
const MOST_ALERTS = 100;
/** Groups of all alerts are in one result. */
const MOST_GROUPED_ALERTS = 10;
/** The engine rejects statements that are much longer. */
const MOST_CHARACTERS = 100_000;

/** Divides alerts into those that share a statement: the same table, groups and windows. */
export function statementsOf(alerts: readonly Checked[]): readonly (readonly Pending[])[] {
  const pending = alerts.map((alert) => ({ ...alert, batch: batchOf(alert) }));
  return [...Map.groupBy(pending, shareOf).values()].flatMap(divide);
}

/** Alerts whose last statement failed, and those that cannot share a statement, are evaluated alone. */
function shareOf({ leased, checked, windows, batch }: Pending): unknown {
  if (checked.shape === undefined || leased.alone) return leased;
  return `${windows[0]?.start} ${windows.at(-1)?.end} ${batch}`;
}

/** Alerts are leased in the order of this name, so that those that can share a statement come together. */
function batchOf({ checked, leased, intervalMs }: Checked): string {
  const shared = JSON.stringify([checked.shape ?? leased.alertId, intervalMs]);
  return createHash('sha256').update(shared).digest('base64url').slice(0, 16);
}

function divide(alerts: readonly Pending[]): Pending[][] {
  const divided: Pending[][] = [[]];
  let characters = 0;
  for (const alert of alerts) {
    const { size, chart } = alert.checked;
    const most = chart.groupBy.length > 0 ? MOST_GROUPED_ALERTS : MOST_ALERTS;
    const current = divided.at(-1) ?? [];
    characters += size;
    if (current.length > 0 && (current.length === most || characters > MOST_CHARACTERS)) {
      divided.push([alert]);
      characters = size;
    } else current.push(alert);
  }
  return divided;
}

import type { AlertCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import type { Alert } from '../../alerts/alert.ts';
import { milliseconds } from '../../alerts/windows.ts';
import { errorEntry } from '../base/error-entries.ts';
import { present } from '../base/present.ts';
import type { Content } from '../base/resource.ts';

export type { Alert };
export type AlertBody = Writable<AlertCreate>;

const LONGEST_MS = milliseconds('31d');

/** The alert of a body. It is `inactive` until it is evaluated; a replacement keeps its state (D-44). */
export function defineAlert(body: AlertBody, before: Alert | undefined): Content<Alert> {
  const { dashboardId, savedSearchId } = body;
  return present({
    ...body,
    dashboard: dashboardId,
    savedSearch: savedSearchId,
    silenced: body.silenced ?? false,
    consecutiveWindows: body.consecutiveWindows ?? 1,
    state: before?.state ?? 'inactive',
    lastEvaluation: before?.lastEvaluation,
  });
}

/** The errors of an alert that do not depend on other resources (D-43, D-45). */
export function checkAlert(body: Pick<AlertBody, 'interval' | 'reminderInterval'>): ErrorEntry[] {
  return (['interval', 'reminderInterval'] as const).flatMap((name) => checkDuration(`/${name}`, body[name]));
}

/** The contract checks the format; this checks the limit of 31 days. */
function checkDuration(pointer: string, duration: string | undefined): ErrorEntry[] {
  if (duration === undefined || milliseconds(duration) <= LONGEST_MS) return [];
  return [errorEntry(pointer, 'out_of_range', 'must be at most 31 days')];
}

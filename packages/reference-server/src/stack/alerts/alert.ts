import type { AlertCreate, Writable } from '@penstock/contract';
import type { Alert } from '../../alerts/alert.ts';
import { present } from '../base/present.ts';
import type { Content } from '../base/resource.ts';

export type { Alert };
export type AlertBody = Writable<AlertCreate>;

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

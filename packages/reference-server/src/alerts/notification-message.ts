import type { AlertNotification, Readable } from '@penstock/contract';
import type { Alert } from './alert.ts';
import type { AlertNotificationType, Evaluated } from './group-state.ts';

/** An event of an alert, with an id that all deliveries of it have. */
interface AlertEvent {
  readonly eventId: string;
  readonly timestamp: string;
  readonly type: AlertNotificationType;
}

/** The message of a notification (D-82). This server has no pages, so there is no link. */
export function notificationMessage(
  alert: Alert,
  { key, columns, value = 0, start, end }: Evaluated,
  event: AlertEvent,
): Readable<AlertNotification> {
  const { id, team, name, message, threshold, thresholdType, interval, source } = alert;
  const { dashboardId, tileId, savedSearchId } = alert;
  return {
    ...event,
    data: {
      alertId: id,
      ...(name !== undefined && { alertName: name }),
      state: event.type === 'alert.resolved' ? 'resolved' : 'firing',
      ...(key !== undefined && { groupKey: key }),
      ...(columns !== undefined && { group: { ...columns } }),
      value,
      threshold,
      thresholdType,
      windowStart: new Date(start).toISOString(),
      windowEnd: new Date(end).toISOString(),
      interval,
      source,
      ...(dashboardId !== undefined && { dashboardId }),
      ...(tileId !== undefined && { tileId }),
      ...(savedSearchId !== undefined && { savedSearchId }),
      tenantId: team,
      ...(message !== undefined && { message }),
    },
  };
}

import type { AlertNotification, Readable } from '@penstock/contract';

/** What a webhook is notified of (D-82). */
export type Notification = Readable<AlertNotification>;

/** A notification and its recipient. */
export interface NewDelivery {
  readonly tenantId: string;
  readonly webhookId: string;
  /** The alert that sends it; undefined for a test. */
  readonly alertId?: string;
  readonly message: Notification;
}

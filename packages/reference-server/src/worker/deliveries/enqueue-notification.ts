import type { Database } from '../../storage/database.ts';
import { insertDelivery } from './new-delivery.ts';
import type { NewDelivery } from './notification.ts';

/**
 * Stores a notification for its webhook in the transaction of the change that it reports, so that there is no change without its
 * notification and no notification without its change. Any worker sends it after that; wake the one of this process after the commit.
 *
 * @returns false if the webhook does not exist any more, so that there is nothing to send
 * @throws Error outside of a transaction
 */
export async function enqueueNotification(transaction: Database, delivery: NewDelivery): Promise<boolean> {
  if (!transaction.isTransaction)
    throw new Error('A notification must be stored in the transaction of the change that it reports.');
  return (await insertDelivery(transaction, delivery)) !== undefined;
}

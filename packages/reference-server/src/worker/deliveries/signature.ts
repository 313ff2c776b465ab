import { Webhook } from 'standardwebhooks';
import type { WebhookSecrets } from './receiver.ts';

/** The headers of Standard Webhooks. After a change of the secret there are two signatures for some time (D-94). */
export function signatureHeaders(
  { secret, previous }: WebhookSecrets,
  eventId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const isCurrent = previous !== undefined && now < new Date(previous.until);
  const secrets = isCurrent ? [secret, previous.secret] : [secret];
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign(eventId, now, body)).join(' '),
  };
}

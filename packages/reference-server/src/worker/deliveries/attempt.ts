import type { Readable, WebhookDeliveryAttempt } from '@penstock/contract';

/** One request to a receiver, or the reason why there was none (D-81). */
export type Attempt = Readable<WebhookDeliveryAttempt>;

/** An attempt, and what follows from it. */
export interface AttemptResult {
  readonly attempt: Attempt;
  readonly conclusion: Conclusion;
  /** The time after which the receiver wants the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** The URL, if the receiver responded with 410 and so rejects all later notifications as well. */
  readonly goneUrl?: string | undefined;
}

export type Conclusion = 'delivered' | 'retry' | 'rejected';

/** 2xx ends a delivery; time-outs, limits and defects of the receiver are retried; redirects and all other statuses are not (D-52). */
export function concludeFrom(status: number): Conclusion {
  if (status >= 200 && status < 300) return 'delivered';
  return RETRIED.has(status) || status >= 500 ? 'retry' : 'rejected';
}

const RETRIED: ReadonlySet<number> = new Set([408, 425, 429]);

import { type Attempt, type AttemptResult, concludeFrom } from './attempt.ts';
import { failureSentence } from './failure-sentence.ts';
import type { Notification } from './notification.ts';
import { post } from './post.ts';
import type { Receiver } from './receiver.ts';
import { ForbiddenReceiver, hostNameOf, type ReceiverAddresses } from './receiver-addresses.ts';
import { requestBody, UnusableTemplate } from './request-body.ts';
import { responseText } from './response-text.ts';
import { retryAfterOf } from './schedule.ts';
import { signatureHeaders } from './signature.ts';

/**
 * Makes one attempt to deliver a notification.
 *
 * @throws the reason of the signal if it aborts before the response
 */
export type Sender = (
  receiver: Receiver,
  message: Notification,
  signal?: AbortSignal,
) => Promise<AttemptResult>;

/** The longest time of an attempt (D-52). */
export const ATTEMPT_MS = 15_000;

const GONE = 410;

export function createSender(addresses: ReceiverAddresses, attemptMs = ATTEMPT_MS): Sender {
  return async (receiver, message, stopped) => {
    const begun = performance.now();
    const attemptedAt = new Date();
    const end = (outcome: Partial<Attempt>): Attempt => ({
      attemptedAt: attemptedAt.toISOString(),
      durationMs: Math.round(performance.now() - begun),
      ...outcome,
    });
    const deadline = AbortSignal.timeout(attemptMs);
    const signal = stopped === undefined ? deadline : AbortSignal.any([deadline, stopped]);
    try {
      const response = await send(addresses, receiver, message, attemptedAt, signal);
      const { status } = response;
      return {
        attempt: end({ status, responseBody: responseText(response.body, receiver.secrets) }),
        conclusion: concludeFrom(status),
        retryAfterMs: retryAfterOf(response.retryAfter, Date.now()),
        goneUrl: status === GONE ? receiver.url : undefined,
      };
    } catch (error) {
      stopped?.throwIfAborted();
      if (error instanceof UnusableTemplate)
        return { attempt: end({ error: error.message }), conclusion: 'rejected' };
      const sentence = deadline.aborted
        ? `The receiver did not respond within ${attemptMs / 1_000} seconds.`
        : sentenceOf(error);
      return { attempt: end({ error: sentence }), conclusion: 'retry' };
    }
  };
}

/** The host has no address now. */
class UnknownHost extends Error {}

async function send(
  addresses: ReceiverAddresses,
  receiver: Receiver,
  message: Notification,
  now: Date,
  signal: AbortSignal,
) {
  const url = new URL(receiver.url);
  const body = requestBody(receiver, message);
  const found = await addresses.of(hostNameOf(url));
  if (found.length === 0) throw new UnknownHost();
  const { secrets } = receiver;
  const isSigned = receiver.service !== 'slack';
  const headers = {
    'user-agent': 'Penstock',
    ...lowerCased(secrets.headers),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(isSigned && signatureHeaders(secrets, message.eventId, body, now)),
  };
  return post({ url, addresses: found, headers, body, signal });
}

/** So that headers of a webhook replace those of the server. */
function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnknownHost) return 'The name of the host does not resolve.';
  if (error instanceof ForbiddenReceiver)
    return 'The host resolves to a loopback, private, link-local or other special address, so nothing was sent.';
  return failureSentence(error);
}

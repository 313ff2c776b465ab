import { attempt, type IncomingResponse, type OutgoingRequest, type Settings } from './attempt.ts';
import { pauseAfter } from './back-off.ts';
import { createDeprecationNotice } from './deprecation.ts';
import { ConnectionError } from './errors.ts';
import type { RequestEvent } from './hooks.ts';
import { pause } from './pause.ts';
import { redacted } from './redaction.ts';

const DEFAULT_DEADLINE_MS = 120_000;
const DEFAULT_RETRIES = 2;

/** Sends a request, with retries, and returns what `read` makes of the final response. */
export type Send = <T>(request: OutgoingRequest, read: (incoming: IncomingResponse) => T) => Promise<T>;

/** Adds time limits, retries and hooks to single attempts. */
export function createSend(settings: Settings): Send {
  const { hooks = {} } = settings;
  const noticeDeprecation = createDeprecationNotice(hooks.onDeprecation);

  return async (request, read) => {
    const { options, repeatable } = request;
    const deadline = performance.now() + (options.deadlineMs ?? settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const retries = repeatable ? (options.retries ?? settings.retries ?? DEFAULT_RETRIES) : 0;
    let event = eventOf(request, 1);
    try {
      for (; ; event = eventOf(request, event.attempt + 1)) {
        let incoming: IncomingResponse | undefined;
        let error: ConnectionError | undefined;
        try {
          incoming = await attempt(settings, request, event, deadline);
        } catch (reason) {
          if (!(reason instanceof ConnectionError)) throw reason;
          error = reason;
        }
        const { status = 0, headers } = incoming?.response ?? {};
        const willRetry = event.attempt <= retries && isTemporary(status);
        const delayMs = willRetry ? pauseAfter(event.attempt, headers) : 0;
        if (!willRetry || performance.now() + delayMs >= deadline) {
          if (!incoming) throw error;
          const noticed = noticeDeprecation(incoming.response.headers, event);
          if (noticed) await noticed;
          return read(incoming);
        }
        await hooks.onRetry?.({ request: event, status, error, delayMs });
        await pause(delayMs, options.signal);
      }
    } catch (error) {
      await hooks.onError?.({ request: event, error });
      throw error;
    }
  };
}

/** Returns whether the same request may succeed later. Status 0 means that no response arrived. */
function isTemporary(status: number): boolean {
  return [0, 408, 429].includes(status) || (status >= 500 && status !== 501);
}

/** The event that the hooks of an attempt receive. */
function eventOf({ operationId, method, path, url, body }: OutgoingRequest, attempt: number): RequestEvent {
  return { operationId, method, path, url, attempt, headers: {}, body: () => redacted(body) };
}

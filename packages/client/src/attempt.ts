import type { Credential } from './credential.ts';
import { ConnectionError, type FailedCall, InvalidArgumentError, RequestTimeoutError } from './errors.ts';
import type { RequestEvent } from './hooks.ts';
import { limited } from './limited.ts';
import type { CallOptions, ClientOptions } from './options.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** What all requests of a client have in common. */
export interface Settings extends ClientOptions {
  /** A function is asked before each attempt. */
  readonly credential: Credential | (() => Promise<Credential>);
}

/** A request, as often as it is sent. `path` is the template, or in the raw layer the path itself. */
export interface OutgoingRequest extends Omit<FailedCall, 'attempt' | 'response'> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether it may be sent twice. */
  readonly repeatable: boolean;
  readonly options: CallOptions;
}

/** A whole answer, and what it was asked for with. */
export interface IncomingResponse {
  readonly response: Response;
  readonly text: string;
  /** The attempt that it answers. */
  readonly event: RequestEvent;
  readonly credential: Credential;
}

/**
 * Sends a request once and reads the whole answer, whatever its status, within the time-out of an attempt and what is left
 * of the deadline.
 */
export function attempt(
  settings: Settings,
  request: OutgoingRequest,
  event: RequestEvent,
  deadline: number,
): Promise<IncomingResponse> {
  const { signal, timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS } = request.options;
  const left = deadline - performance.now();
  const code = left > timeoutMs ? 'attempt_timed_out' : 'deadline_exceeded';
  const timeout = () => new RequestTimeoutError(code, 'The answer takes too long.', event);
  const work = (end: AbortSignal) => send(settings, request, event, end);
  return limited(work, signal, Math.min(timeoutMs, left), timeout);
}

async function send(
  settings: Settings,
  request: OutgoingRequest,
  event: RequestEvent,
  signal: AbortSignal,
): Promise<IncomingResponse> {
  const { hooks, credential: given } = settings;
  const { method, url, body = null } = request;
  if (hooks?.onRequest) await hooks.onRequest(event);
  const credential = typeof given === 'function' ? await given() : given;
  // The contract has no redirects. Following one would send the request body, in which there may be secrets, and in some
  // runtimes the credential too, to wherever the answer says. Not 'error', which Cloudflare Workers do not have.
  const init = {
    method,
    headers: headersOf(settings, request, event, credential),
    body,
    signal,
    redirect: 'manual',
  } as const;
  const begun = performance.now();
  let response: Response;
  let text: string;
  try {
    // Looked up for each request, so that a fetch that a test or a tracer puts in place later is used.
    response = await (settings.fetch ?? fetch)(url, init);
    text = await response.text();
  } catch (reason) {
    const detail = `No whole answer arrived${reasonCode(reason)}.`;
    throw new ConnectionError('connection_failed', detail, event);
  }
  if (hooks?.onResponse) {
    const { status, headers } = response;
    await hooks.onResponse({ request: event, status, headers, durationMs: performance.now() - begun });
  }
  return { response, text, event, credential };
}

function headersOf(
  settings: Settings,
  request: OutgoingRequest,
  event: RequestEvent,
  { authorization }: Credential,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const source of [settings.headers, request.options.headers, event.headers, request.headers]) {
    for (const name in source) {
      const value = source[name] as string;
      // `fetch` would refuse it in words that repeat it, and as if the connection had failed.
      if (!/^[\t\x20-\xff]+$/.test(value)) {
        const detail = `No header can have the value of ${name}.`;
        throw new InvalidArgumentError('invalid_argument', detail, request);
      }
      // By lower-case names, so that no two of them are one.
      headers[name.toLowerCase()] = value;
    }
  }
  headers.authorization = authorization;
  return headers;
}

/**
 * The code of a system error, such as ` (ECONNREFUSED)`. Node has it on the cause, Bun on the error itself. Of the reason
 * only this is kept: errors of a `fetch` may hold the request.
 */
function reasonCode(reason: unknown): string {
  const error = reason as { code?: unknown; cause?: { code?: unknown } } | undefined;
  const code = String(error?.cause?.code ?? error?.code);
  return /^[A-Z]\w{2,63}$/.test(code) ? ` (${code})` : '';
}

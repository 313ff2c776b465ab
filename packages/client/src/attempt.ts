import type { Credential } from './credential.ts';
import { ConnectionError, type FailedCall, InvalidArgumentError, RequestTimeoutError } from './errors.ts';
import type { RequestEvent } from './hooks.ts';
import { limited } from './limited.ts';
import type { CallOptions, ClientOptions } from './options.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** The settings that all requests of a client share. */
export interface Settings extends ClientOptions {
  /** A function is called before each attempt. */
  readonly credential: Credential | (() => Promise<Credential>);
}

/** A request, before and between its attempts. `path` is the path template; in the raw layer it is the path itself. */
export interface OutgoingRequest extends Omit<FailedCall, 'attempt' | 'response'> {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the request may be sent more than once. */
  readonly repeatable: boolean;
  readonly options: CallOptions;
}

/** A complete response, with the attempt and the credential of its request. */
export interface IncomingResponse {
  readonly response: Response;
  readonly text: string;
  readonly event: RequestEvent;
  readonly credential: Credential;
}

/**
 * Sends a request once and reads the complete response, whatever its status. Both the time-out of an attempt and the rest
 * of the deadline limit it.
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
  const timeout = () => new RequestTimeoutError(code, 'The response took too long.', event);
  const work = (end: AbortSignal) => sendOnce(settings, request, event, end);
  return limited(work, signal, Math.min(timeoutMs, left), timeout);
}

async function sendOnce(
  settings: Settings,
  request: OutgoingRequest,
  event: RequestEvent,
  signal: AbortSignal,
): Promise<IncomingResponse> {
  const { hooks, credential: given } = settings;
  const { method, url, body = null } = request;
  if (hooks?.onRequest) await hooks.onRequest(event);
  const credential = typeof given === 'function' ? await given() : given;
  // The contract has no redirects. Following one would send the request body, which may contain secrets, and in some
  // runtimes the credential, to a host that the response chooses. Cloudflare Workers do not support 'error'.
  const init = {
    method,
    headers: headersOf(settings, request, event, credential),
    body,
    signal,
    redirect: 'manual',
  } as const;
  const startedAt = performance.now();
  let response: Response;
  let text: string;
  try {
    // Looked up for each request, so that a `fetch` that a test or a tracer installs later is used.
    response = await (settings.fetch ?? fetch)(url, init);
    text = await response.text();
  } catch (reason) {
    const detail = `No complete response arrived${reasonCode(reason)}.`;
    throw new ConnectionError('connection_failed', detail, event);
  }
  if (hooks?.onResponse) {
    const { status, headers } = response;
    await hooks.onResponse({ request: event, status, headers, durationMs: performance.now() - startedAt });
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
      // `fetch` would report a connection error whose message repeats the value.
      if (!/^[\t\x20-\xff]+$/.test(value)) {
        const detail = `The value of header ${name} is invalid.`;
        throw new InvalidArgumentError('invalid_argument', detail, request);
      }
      // Lower-case names, so that a header replaces the earlier one of the same name.
      headers[name.toLowerCase()] = value;
    }
  }
  headers.authorization = authorization;
  return headers;
}

/**
 * Returns the code of a system error, such as ` (ECONNREFUSED)`. Node has it on the cause, Bun on the error itself. The
 * rest of the reason is dropped, because errors of `fetch` may contain the request.
 */
function reasonCode(reason: unknown): string {
  const error = reason as { code?: unknown; cause?: { code?: unknown } } | undefined;
  const code = String(error?.cause?.code ?? error?.code);
  return /^[A-Z]\w{2,63}$/.test(code) ? ` (${code})` : '';
}

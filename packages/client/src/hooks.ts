import type { OperationId } from '@penstock/contract';

/** One attempt to send a request. All hooks of the attempt receive the same object. */
export interface RequestEvent {
  /** The operation; undefined in the raw layer. */
  readonly operationId: OperationId | undefined;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/api/v2/alerts/{alertId}`; in the raw layer the path itself. */
  readonly path: string;
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** Returns the body with its secrets redacted. */
  readonly body: () => unknown;
  /** Additional headers, such as `traceparent`. Initially empty: the headers of the client and the credential are hidden. */
  readonly headers: Record<string, string>;
}

/** A response, whatever its status. */
export interface ResponseEvent {
  readonly request: RequestEvent;
  readonly status: number;
  readonly headers: Headers;
  /** The time from sending the request to the last byte of the body. */
  readonly durationMs: number;
}

/** A failed attempt that the client is about to retry. */
export interface RetryEvent {
  readonly request: RequestEvent;
  /** The status of the response; 0 if none arrived. */
  readonly status: number;
  /** The reason why no response arrived. */
  readonly error: Error | undefined;
  /** The length of the pause that starts now. */
  readonly delayMs: number;
}

/** A failed call, after its last attempt. */
export interface ErrorEvent {
  /** The last attempt. */
  readonly request: RequestEvent;
  /** The error that the call rejects with: a `PenstockError`, or the reason of the signal. */
  readonly error: unknown;
}

/** A resource or operation that the server reports as deprecated (RFC 9745, RFC 8594). */
export interface DeprecationEvent {
  readonly request: RequestEvent;
  /** The `Deprecation` header. */
  readonly deprecation: string | null;
  /** The `Sunset` header: the date after which the server may remove it. */
  readonly sunset: string | null;
}

/**
 * Functions that observe the client. They never receive a credential or a secret of a body. The client awaits them, and a
 * call rejects with the error that a hook throws.
 */
export interface Hooks {
  /** Runs before each attempt. It can add headers. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Runs after each response. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Runs before the pause of a retry. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Runs when a call has failed. */
  readonly onError?: ((event: ErrorEvent) => unknown) | undefined;
  /** Runs once per deprecated operation. The default is `console.warn`. */
  readonly onDeprecation?: ((event: DeprecationEvent) => unknown) | undefined;
}

import type { OperationId } from '@penstock/contract';

/** One attempt to send a request. The same object is given to all hooks of the attempt. */
export interface RequestEvent {
  /** The operation; undefined for calls of the raw layer. */
  readonly operationId: OperationId | undefined;
  /** In capitals. */
  readonly method: string;
  /** The path template of the contract, such as `/api/v2/alerts/{alertId}`; of the raw layer the path itself. */
  readonly path: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Gives the body, with its secrets replaced. */
  readonly body: () => unknown;
  /** Headers to send along, such as `traceparent`. Empty at first: those of the client and the credential are not shown. */
  readonly headers: Record<string, string>;
}

/** An answer, whatever its status. */
export interface ResponseEvent {
  readonly request: RequestEvent;
  readonly status: number;
  readonly headers: Headers;
  /** From sending to the last byte of the body. */
  readonly durationMs: number;
}

/** An attempt that is about to be repeated. */
export interface RetryEvent {
  readonly request: RequestEvent;
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /** Why there was no answer. */
  readonly error: Error | undefined;
  /** The pause that begins now. */
  readonly delayMs: number;
}

/** A call that failed in the end. */
export interface ErrorEvent {
  /** The last attempt. */
  readonly request: RequestEvent;
  /** What the call rejects with: a `PenstockError`, or the reason of the signal. */
  readonly error: unknown;
}

/** A resource or operation that the server says is going away (RFC 9745, RFC 8594). */
export interface DeprecationEvent {
  readonly request: RequestEvent;
  /** The header `Deprecation`. */
  readonly deprecation: string | null;
  /** The header `Sunset`: after this date it may be gone. */
  readonly sunset: string | null;
}

/**
 * Functions that see what the client does. None is given a credential or a secret of a body. They are awaited, and what
 * one throws, the call rejects with.
 */
export interface Hooks {
  /** Before each attempt. May add headers. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** After each answer. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Before the pause that precedes another attempt. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** When a call fails in the end. */
  readonly onError?: ((event: ErrorEvent) => unknown) | undefined;
  /** Once an operation, when an answer says that it is deprecated. By default, a `console.warn`. */
  readonly onDeprecation?: ((event: DeprecationEvent) => unknown) | undefined;
}

import type { Hooks } from './hooks.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Time limits, retries and headers: for all calls of a client, or for one call. */
interface RequestOptions {
  /** The time limit of one attempt, from sending to the last byte of the response. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of a call with all its attempts and pauses. Default: 2 minutes. */
  readonly deadlineMs?: number | undefined;
  /**
   * The maximum number of retries after connection errors, time-outs of an attempt, 408, 429 and 5xx except 501. Only repeatable
   * operations are retried. Default: 2.
   */
  readonly retries?: number | undefined;
  /** Additional headers. They cannot replace the credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of both clients. */
export interface ClientOptions extends RequestOptions {
  /** The URL of the API without the version prefix: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: Fetch | undefined;
  readonly hooks?: Hooks | undefined;
  /** Permits plain http to hosts other than loopback. */
  readonly allowHttp?: boolean | undefined;
}

/** Options of every method. They override those of the client. */
export interface CallOptions extends RequestOptions {
  /** Ends the call, during a request or a pause. The call rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of methods that create a resource. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes the creation repeatable: for 24 hours the same key with the same body returns the first response. 1 to 255
   * visible ASCII characters. Default: a random key.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of methods that change or delete a resource. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` of the version to change. If the resource has changed since, the call fails with 412. */
  readonly ifMatch?: string | undefined;
}

import type { Hooks } from './hooks.ts';

/** As much of `fetch` as is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How patient a call is. */
interface Patience {
  /** How long one attempt may take, from sending to the last byte of the answer. 30 seconds if none is given. */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and pauses. 2 minutes if none is given. */
  readonly deadlineMs?: number | undefined;
  /**
   * How often a call that may be repeated is repeated after connection errors, time-outs of an attempt, 408, 429 and 5xx. 2
   * if none is given.
   */
  readonly retries?: number | undefined;
  /** Headers to send along. They cannot replace the credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of both clients. */
export interface ClientOptions extends Patience {
  /** Where the API is, without the version prefix: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Used instead of the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly hooks?: Hooks | undefined;
  /** Sends credentials over plain http to other hosts than loopback. */
  readonly allowHttp?: boolean | undefined;
}

/** Options that every method takes; they win over those of the client. */
export interface CallOptions extends Patience {
  /** Ends the call, in a request as in a pause. It then rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of methods that create. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes the creation repeatable: the same key with the same body gives the first answer again for 24 hours. 1 to 255
   * visible ASCII characters. The client makes one by itself if none is given.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of methods that change what exists. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` that the change is based on. If the resource has changed since, the call fails with 412. */
  readonly ifMatch?: string | undefined;
}

/** Options that every method takes. */
export interface CallOptions {
  /** Ends the call. It then rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of methods that create. */
export interface CreateOptions extends CallOptions {
  /**
   * Makes the creation repeatable: the same key with the same body gives the first answer again for 24 hours. 1 to 255
   * visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of methods that change what exists. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` that the change is based on. If the resource has changed since, the call fails with 412. */
  readonly ifMatch?: string | undefined;
}

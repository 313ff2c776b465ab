import { AbortedError, PenstockError } from './errors.ts';

/** What a call gave, together with what the answer says about it. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** The id that the server gave the request. Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The version of the resource. Send it back as `ifMatch` to change only what you have seen. */
  readonly etag: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** What came back, before anybody asks for more than its data: most calls never do. */
export interface Received<Data> {
  readonly data: Data;
  readonly response: Response;
  readonly attempts: number;
}

/** What `safe()` gives for a call that succeeded. */
export interface Success<Data> extends Answer<Data> {
  readonly ok: true;
  readonly status: 200;
  readonly error?: undefined;
}

/** What `safe()` gives for a call that did not: `status` tells which error it is. */
export interface Failed<Status extends number | undefined, Failure> {
  readonly ok: false;
  /** A status that the operation declares; undefined if no answer of the contract arrived. */
  readonly status: Status;
  readonly error: Failure;
  readonly data?: undefined;
}

/**
 * The promise of a call. Awaited, it gives the resource itself; `withResponse()` gives the headers too, `safe()` gives
 * failures as values. The call was sent already, and once, whichever is asked for.
 */
export class AnswerPromise<Data, Failure = unknown> extends Promise<Data> {
  static {
    // What is derived of it is a plain promise, and `await` takes it as it is, which saves each call a detour.
    AnswerPromise.prototype.constructor = Promise;
  }

  readonly #received: Promise<Received<Data>>;

  constructor(received: Promise<Received<Data>>) {
    super((resolve, reject) => {
      received.then(({ data }) => resolve(data), reject);
    });
    this.#received = received;
  }

  /** The resource with status, headers, request id and ETag of its answer. */
  withResponse(): Promise<Answer<Data>> {
    // Who asks for the answer handles its failure there.
    this.catch(() => {});
    return this.#received.then(({ data, response: { status, headers }, attempts }) => ({
      data,
      status,
      headers,
      requestId: headers.get('x-request-id') ?? undefined,
      etag: headers.get('etag') ?? undefined,
      attempts,
    }));
  }

  /**
   * The same without exceptions: `{ ok: true, data, … }` or `{ ok: false, status, error }`. A `status` names the error of
   * the contract that it is, with the codes that the operation has for it.
   */
  safe(): Promise<Success<Data> | Failure> {
    return this.withResponse().then(
      (answer) => ({ ...answer, ok: true, status: 200 }) as const,
      (reason: unknown) => failureOf(reason) as Failure,
    );
  }
}

/** A call rejects with a `PenstockError`, or with the reason of the caller's signal. */
function failureOf(reason: unknown): Failed<number | undefined, PenstockError> {
  const error = reason instanceof PenstockError ? reason : (new AbortedError(reason) as PenstockError);
  return { ok: false, status: 'problem' in error ? error.status : undefined, error };
}

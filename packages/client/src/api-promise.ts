import { AbortedError, PenstockError } from './errors.ts';

/** The data of a successful call, with the metadata of its response. */
export interface ApiResponse<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** The id that the server assigned to the request. Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The version of the resource. Pass it as `ifMatch` to change this version only. */
  readonly etag: string | undefined;
  /** The number of times that the request was sent. */
  readonly attempts: number;
}

/** A parsed response. Its metadata is read later, because most calls need only the data. */
export interface ParsedResponse<Data> {
  readonly data: Data;
  readonly response: Response;
  readonly attempts: number;
}

/** The result of `safe()` for a successful call. */
export interface Success<Data> extends ApiResponse<Data> {
  readonly ok: true;
  readonly status: 200;
  readonly error?: undefined;
}

/** The result of `safe()` for a failed call. `status` selects the type of `error`. */
export interface Failed<Status extends number | undefined, Failure> {
  readonly ok: false;
  /** A status that the operation declares; undefined if the client received no response of the API. */
  readonly status: Status;
  readonly error: Failure;
  readonly data?: undefined;
}

/**
 * The promise of a call. `await` returns the resource, `withResponse()` adds the response metadata, and `safe()` returns
 * errors as values. The request is sent once, however the result is read.
 */
export class ApiPromise<Data, Failure = unknown> extends Promise<Data> {
  static {
    // Derived promises are plain ones, and `await` then takes this one without an extra promise.
    ApiPromise.prototype.constructor = Promise;
  }

  readonly #parsed: Promise<ParsedResponse<Data>>;

  constructor(parsed: Promise<ParsedResponse<Data>>) {
    super((resolve, reject) => {
      parsed.then(({ data }) => resolve(data), reject);
    });
    this.#parsed = parsed;
  }

  /** Returns the resource with the status, headers, request id and ETag of its response. */
  withResponse(): Promise<ApiResponse<Data>> {
    // The caller handles the error on the returned promise, so it is not unhandled here.
    this.catch(() => {});
    return this.#parsed.then(({ data, response: { status, headers }, attempts }) => ({
      data,
      status,
      headers,
      requestId: headers.get('x-request-id') ?? undefined,
      etag: headers.get('etag') ?? undefined,
      attempts,
    }));
  }

  /**
   * Returns errors as values: `{ ok: true, data, … }` or `{ ok: false, status, error }`. `status` narrows `error` to the
   * error codes that the operation declares for that status.
   */
  safe(): Promise<Success<Data> | Failure> {
    return this.withResponse().then(
      (response) => ({ ...response, ok: true, status: 200 }) as const,
      (reason: unknown) => failureOf(reason) as Failure,
    );
  }
}

/** A call rejects with a `PenstockError`, or with the reason of the caller's signal. */
function failureOf(reason: unknown): Failed<number | undefined, PenstockError> {
  const error = reason instanceof PenstockError ? reason : (new AbortedError(reason) as PenstockError);
  return { ok: false, status: 'problem' in error ? error.status : undefined, error };
}

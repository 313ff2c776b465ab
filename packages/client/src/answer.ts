/** What a call gave, together with what the answer says about it. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  /** The id that the server gave the request. Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** The version of the resource. Send it back as `ifMatch` to change only what you have seen. */
  readonly etag: string | undefined;
}

/**
 * The promise of a call. Awaited, it gives the resource itself; `withResponse()` gives the headers too. The call was
 * sent already, and once, whichever of the two is asked for.
 */
export class AnswerPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'AnswerPromise';
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  /** The resource with status, headers, request id and ETag of its answer. */
  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // A promise made here and never awaited would turn a failure that `withResponse()` handles into an unhandled one.
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Result = Data, Failure = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    // biome-ignore lint/suspicious/noExplicitAny: as Promise has it, so that callers can name the error they expect.
    onRejected?: ((reason: any) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Failure = never>(
    // biome-ignore lint/suspicious/noExplicitAny: as Promise has it, so that callers can name the error they expect.
    onRejected?: ((reason: any) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }
}

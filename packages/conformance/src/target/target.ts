/** A request as it is sent. */
export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Limits {
  /** For one request, from its first byte to the last of its answer. Milliseconds. */
  readonly answerMs: number;
  /** For the body of one answer, after its content encoding is undone. */
  readonly answerBytes: number;
}

/** Why a request has no answer that could be judged, as a sentence: the server's fault, or that of the way there. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** The server that is looked at: sends what it is told to, follows nothing, and waits for nothing without an end. */
export class Target {
  readonly baseUrl: string;
  readonly #limits: Limits;

  /** `baseUrl` has no slash at its end. */
  constructor(baseUrl: string, limits: Limits) {
    this.baseUrl = baseUrl;
    this.#limits = limits;
  }

  /**
   * What has been sent is always waited for: whoever gives up a creation cannot delete what it made.
   * @throws NoAnswerError if there is no answer within the limits.
   */
  async send(request: Outgoing): Promise<RawAnswer> {
    // AbortSignal.timeout would leave a timer behind for every request that is answered in time.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limits.answerMs);
    try {
      return await this.#exchange(request, limit.signal);
    } catch (error) {
      if (limit.signal.aborted)
        throw new NoAnswerError(`There was no whole answer within ${this.#limits.answerMs / 1000} s.`);
      throw error instanceof NoAnswerError ? error : new NoAnswerError(sentenceOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** fetch keeps connections alive by itself. */
  async #exchange({ method, path, headers, body }: Outgoing, signal: AbortSignal): Promise<RawAnswer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
    });
    const text = await this.#textOf(response);
    return { status: response.status, headers: response.headers, text };
  }

  async #textOf(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > this.#limits.answerBytes)
        throw new NoAnswerError(
          `The answer does not end: it has more than ${this.#limits.answerBytes / 2 ** 20} MiB.`,
        );
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** fetch says "fetch failed"; the reason is behind it. */
function sentenceOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing listens there: the connection was refused.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'There is no such host.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The server closed the connection before it had answered.';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'Its certificate is not trusted here. Name its authority with NODE_EXTRA_CA_CERTS.';
    default:
      return `The request failed: ${message}${code === undefined ? '' : ` (${code})`}.`;
  }
}

/** A request as it is sent. */
export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A response as it was received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Limits {
  /** For one request, from its first byte to the last byte of the response, in milliseconds. */
  readonly responseMs: number;
  /** For the decoded body of one response. */
  readonly responseBytes: number;
}

/** A request without a response. The message is the reason, as a sentence: the server or the network failed. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

/** The server to check. Follows no redirect, and limits the time and size of every response. */
export class Target {
  readonly baseUrl: string;
  readonly #limits: Limits;

  /** `baseUrl` does not end with a slash. */
  constructor(baseUrl: string, limits: Limits) {
    this.baseUrl = baseUrl;
    this.#limits = limits;
  }

  /**
   * Waits for the response even if the run is stopped: without it, a created resource could not be deleted.
   * @throws NoResponseError if there is no response within the limits.
   */
  async send(request: Outgoing): Promise<RawResponse> {
    // AbortSignal.timeout would leave a timer behind for every request.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#limits.responseMs);
    try {
      return await this.#fetch(request, limit.signal);
    } catch (error) {
      if (limit.signal.aborted)
        throw new NoResponseError(
          `There was no complete response within ${this.#limits.responseMs / 1000} s.`,
        );
      throw error instanceof NoResponseError ? error : new NoResponseError(sentenceOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** fetch reuses connections. */
  async #fetch({ method, path, headers, body }: Outgoing, signal: AbortSignal): Promise<RawResponse> {
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
      if (bytes > this.#limits.responseBytes)
        throw new NoResponseError(
          `The response does not end: it has more than ${this.#limits.responseBytes / 2 ** 20} MiB.`,
        );
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** The message of fetch is "fetch failed"; its cause has the reason. */
function sentenceOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host is unknown.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The server closed the connection before it responded.';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'The certificate is not trusted. Set NODE_EXTRA_CA_CERTS to its authority.';
    default:
      return `The request failed: ${message}${code === undefined ? '' : ` (${code})`}.`;
  }
}

import type { ServerResponse } from 'node:http';

/**
 * The headers that the server itself sends with a response. They are written with its status line, all together: to set them one
 * by one costs Node twice as much. Headers that other code sets meanwhile take precedence.
 */
export class OwnHeaders {
  readonly #response: ServerResponse;
  /** Undefined if each is set at once. */
  readonly #waiting: Record<string, string | number> | undefined;

  /**
   * @param isVisible whether other code can read the headers of the response, so that each is set at once
   * @param constant the headers that all responses have
   */
  constructor(response: ServerResponse, isVisible: boolean, constant: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    if (!isVisible && response.getHeaderNames().length === 0) {
      this.#waiting = { ...constant };
      return;
    }
    for (const name in constant) response.setHeader(name, constant[name] as string);
  }

  set(name: string, value: string | number): void {
    if (this.#waiting === undefined) this.#response.setHeader(name, value);
    else this.#waiting[name] = value;
  }

  /** @param name in lower case */
  has(name: string): boolean {
    if (this.#response.hasHeader(name)) return true;
    return (
      this.#waiting !== undefined && Object.keys(this.#waiting).some((own) => own.toLowerCase() === name)
    );
  }

  /** Begins a response with a body. Further headers, such as its length, must be set before. */
  writeHead(status: number): void {
    this.#response.statusCode = status;
    if (this.#waiting === undefined) return;
    this.#response.writeHead(status, this.#missing(this.#waiting));
  }

  /** Sends a response without a body, of which Node determines the headers of the length. */
  end(status: number): void {
    this.#response.statusCode = status;
    for (const [name, value] of Object.entries(this.#missing(this.#waiting ?? {})))
      this.#response.setHeader(name, value);
    this.#response.end();
  }

  #missing(waiting: Record<string, string | number>): Record<string, string | number> {
    if (this.#response.getHeaderNames().length === 0) return waiting;
    const missing = Object.entries(waiting).filter(([name]) => !this.#response.hasHeader(name));
    return Object.fromEntries(missing);
  }
}

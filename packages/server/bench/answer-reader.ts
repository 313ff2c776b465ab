import { BenchmarkError } from './benchmark-error.ts';

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Finds out where the answers on a connection end, by their Content-Length. One after the other, never two at once. */
export class ResponseReader {
  status = 0;
  #missing = 0;
  #head = '';

  /** Takes what has come in. True with the last byte of an answer. */
  isComplete(bytes: Buffer): boolean {
    if (this.#missing > 0) return this.#take(bytes.length);
    // Latin-1 keeps one character for each byte.
    this.#head += bytes.toString('latin1');
    const end = this.#head.indexOf(HEAD_END);
    if (end === -1) return false;
    const length = LENGTH.exec(this.#head)?.[1];
    if (length === undefined)
      throw new BenchmarkError(`A contestant answered without a length: ${this.#head}`);
    this.status = Number(this.#head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const inBody = this.#head.length - end - HEAD_END.length;
    this.#head = '';
    this.#missing = Number(length);
    return this.#take(inBody);
  }

  #take(length: number): boolean {
    this.#missing -= length;
    return this.#missing === 0;
  }
}

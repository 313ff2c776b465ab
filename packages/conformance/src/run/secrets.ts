import { randomBytes } from 'node:crypto';
import type { Callers } from '../target/callers.ts';

const MASK = '***';
/** Shorter secrets occur in other texts by chance: `test` in `latest`. */
const MIN_CHARACTERS = 8;

/** The secrets of a run: those that it sends and no response may contain, and the credentials that no output may contain. */
export class Secrets {
  /** The id of this run, part of the names of what it creates. */
  readonly runId = randomBytes(4).toString('hex');
  readonly #mark = `kept${randomBytes(8).toString('hex')}`;
  readonly #forms = formsOf(this.#mark);
  readonly #credentials: readonly string[];
  #created = 0;

  constructor(callers: Callers) {
    this.#credentials = Object.values(callers).flatMap((surface) =>
      Object.values(surface).flatMap(({ secrets }) =>
        secrets.filter(({ length }) => length >= MIN_CHARACTERS),
      ),
    );
  }

  /** Returns a new secret. */
  create(): string {
    this.#created += 1;
    return `${this.#mark}-${this.#created}`;
  }

  /** Returns a sentence per kind of secret that a text contains. */
  leaksIn(text: string): string[] {
    return [
      ...(this.#forms.some((form) => text.includes(form))
        ? ['The response contains a secret that a request of this run sent.']
        : []),
      ...(this.#credentials.some((secret) => text.includes(secret))
        ? ['The response contains the credential of a caller.']
        : []),
    ];
  }

  /** Masks the credentials in a text. */
  masked(text: string): string {
    return this.#credentials.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }
}

/** As it is, in hexadecimal, and in base64 at any offset. */
function formsOf(mark: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${mark}`).toString('base64');
    // The first and the last characters also encode the neighbours of the mark.
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [mark, Buffer.from(mark).toString('hex'), ...inBase64];
}

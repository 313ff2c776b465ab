import { randomBytes } from 'node:crypto';
import type { Callers } from '../target/callers.ts';

const MASK = '***';
/** What is shorter stands in other texts by chance: `test` in `latest`. */
const LEAST_CHARACTERS = 8;

/** The secrets of a run: those that it plants and must never see again, and those that it was given and must never show. */
export class Secrets {
  /** A name of this run, for what it makes. */
  readonly run = randomBytes(4).toString('hex');
  readonly #mark = `kept${randomBytes(8).toString('hex')}`;
  readonly #forms = formsOf(this.#mark);
  readonly #given: readonly string[];
  #planted = 0;

  constructor(callers: Callers) {
    this.#given = Object.values(callers).flatMap((surface) =>
      Object.values(surface).flatMap(({ secrets }) =>
        secrets.filter(({ length }) => length >= LEAST_CHARACTERS),
      ),
    );
  }

  /** A secret to plant, unlike any other. */
  plant(): string {
    this.#planted += 1;
    return `${this.#mark}-${this.#planted}`;
  }

  /** What of it a text shows, in words; none if it keeps them. */
  shownBy(text: string): string[] {
    return [
      ...(this.#forms.some((form) => text.includes(form))
        ? ['The answer holds a secret that a request of this run has planted.']
        : []),
      ...(this.#given.some((secret) => text.includes(secret))
        ? ['The answer holds the credential of a caller.']
        : []),
    ];
  }

  /** The text without what was given. */
  masked(text: string): string {
    return this.#given.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  }
}

/** As it is, in hexadecimal digits, and wherever it may begin in base64. */
function formsOf(mark: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${mark}`).toString('base64');
    // The first and the last characters hold bits of what stands beside the mark.
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [mark, Buffer.from(mark).toString('hex'), ...inBase64];
}

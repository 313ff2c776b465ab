import { valueAt } from '../json/pointer.ts';
import type { Answer } from '../session.ts';

/** An answer that later steps may speak of. */
export interface SavedAnswer {
  readonly result: unknown;
  readonly nextCursor: unknown;
  readonly headers: Answer['headers'];
}

/** `$(name)`, `$(name/pointer)` or `$(name.Header)`. */
const REFERENCE = /\$\(([a-z][A-Za-z0-9]*)(?:\.([A-Za-z-]+))?((?:\/[^)]*)?)\)/g;

/** What can be said without having been saved: a text that no other run of a case has, and the turn of a step that is sent several times. */
const ALWAYS_KNOWN: readonly string[] = ['unique', 'index'];

/** The names that a value speaks of, wherever in it. */
export function namesIn(value: unknown): string[] {
  const texts = JSON.stringify(value ?? null);
  return [...texts.matchAll(REFERENCE)]
    .map(([, name]) => name as string)
    .filter((name) => !ALWAYS_KNOWN.includes(name));
}

/** A step speaks of a part of an answer that the answer does not have. */
export class MissingPart extends Error {}

/** What one run of a case has saved so far. */
export class SavedAnswers {
  readonly #answers = new Map<string, SavedAnswer>();
  /** A text that no other run of a case has. */
  readonly #unique: string;

  constructor(unique: string) {
    this.#unique = unique;
  }

  save(name: string, answer: SavedAnswer): void {
    this.#answers.set(name, answer);
  }

  /**
   * The value with everything that it speaks of put in. A text that is nothing but one `$(…)` becomes what was saved,
   * whatever its type; inside a longer text it becomes text.
   *
   * @throws MissingPart if an answer has no such part.
   */
  resolve(value: unknown, index = 1): unknown {
    if (typeof value === 'string') return this.#resolveText(value, index);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, index));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.resolve(inner, index)]),
    );
  }

  #resolveText(text: string, index: number): unknown {
    const [first] = text.matchAll(REFERENCE);
    if (first === undefined) return text;
    if (first[0] === text) return this.#part(first, index);
    return text.replaceAll(REFERENCE, (...match) => String(this.#part(match.slice(0, 4), index)));
  }

  #part([whole, name, property, pointer]: readonly (string | undefined)[], index: number): unknown {
    if (name === 'unique') return this.#unique;
    if (name === 'index') return index;
    const part = this.#partOf(this.#answers.get(name ?? ''), property, pointer ?? '');
    if (part === undefined || part === null) throw new MissingPart(`there is no ${whole}`);
    return part;
  }

  #partOf(answer: SavedAnswer | undefined, property: string | undefined, pointer: string): unknown {
    if (answer === undefined) return undefined;
    if (property === undefined) return valueAt(answer.result, pointer);
    return property === 'nextCursor' ? answer.nextCursor : (answer.headers.get(property) ?? undefined);
  }
}

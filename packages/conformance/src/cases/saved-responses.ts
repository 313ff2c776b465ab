import { valueAt } from '@penstock/contract/reader';
import type { ApiResponse } from '../session.ts';

/** A response that later steps may refer to. */
export interface SavedResponse {
  readonly result: unknown;
  readonly nextCursor: unknown;
  readonly headers: ApiResponse['headers'];
}

/** `$(name)`, `$(name/pointer)` or `$(name.Header)`. */
const REFERENCE = /\$\(([a-z][A-Za-z0-9]*)(?:\.([A-Za-z-]+))?((?:\/[^)]*)?)\)/g;

/** References that need no saved response: a text unique to this run of the case, and the repetition of a step. */
const ALWAYS_KNOWN: readonly string[] = ['unique', 'index'];

/** Returns the saved names that a value refers to, at any depth. */
export function namesIn(value: unknown): string[] {
  const texts = JSON.stringify(value ?? null);
  return [...texts.matchAll(REFERENCE)]
    .map(([, name]) => name as string)
    .filter((name) => !ALWAYS_KNOWN.includes(name));
}

/** Thrown if a step refers to a part of a response that does not exist. */
export class MissingPart extends Error {}

/** The responses that one run of a case has saved so far. */
export class SavedResponses {
  readonly #responses = new Map<string, SavedResponse>();
  /** A text unique to this run of the case. */
  readonly #unique: string;

  constructor(unique: string) {
    this.#unique = unique;
  }

  save(name: string, response: SavedResponse): void {
    this.#responses.set(name, response);
  }

  /**
   * Returns the value with its references resolved. A text that consists of one `$(…)` becomes the saved value, of any
   * type; within a longer text, the value becomes text.
   *
   * @throws MissingPart if a response has no such part.
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
    const part = this.#partOf(this.#responses.get(name ?? ''), property, pointer ?? '');
    if (part === undefined || part === null) throw new MissingPart(`${whole} does not exist`);
    return part;
  }

  #partOf(response: SavedResponse | undefined, property: string | undefined, pointer: string): unknown {
    if (response === undefined) return undefined;
    if (property === undefined) return valueAt(response.result, pointer);
    return property === 'nextCursor' ? response.nextCursor : (response.headers.get(property) ?? undefined);
  }
}

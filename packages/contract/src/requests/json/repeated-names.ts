import { MAX_ERRORS } from '../../validation.ts';
import { bodyEntry, type ErrorEntry, pointerInto } from '../error-entries.ts';

/** An object or array that encloses the current position. */
interface Level {
  readonly pointer: string;
  /** The number of times that each name was read; undefined for an array. */
  readonly names: Map<string, number> | undefined;
  /** The index or name of the current member. Undefined where the next string is a name. */
  key: string | number | undefined;
}

/**
 * Reports the objects that have the same name twice. RFC 8259 leaves open what that means: JSON.parse takes the last
 * value without a warning, and a proxy in front of the server may have read the first.
 *
 * @param text a JSON document. Slow: call it only for one that repeats a name.
 */
export function repeatedNames(text: string): ErrorEntry[] {
  const entries: ErrorEntry[] = [];
  const levels: Level[] = [];
  for (let at = 0; at < text.length && entries.length < MAX_ERRORS; at++) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ pointer: pointerAt(level), names: new Map(), key: undefined });
        break;
      case '[':
        levels.push({ pointer: pointerAt(level), names: undefined, key: 0 });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (level !== undefined) level.key = typeof level.key === 'number' ? level.key + 1 : undefined;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (level !== undefined && level.key === undefined) {
          level.key = JSON.parse(text.slice(at, end)) as string;
          if (isSecond(level)) entries.push(entryFor(level));
        }
        at = end - 1;
      }
    }
  }
  return entries;
}

function pointerAt(level: Level | undefined): string {
  // A response cannot contain a lone surrogate.
  return level === undefined ? '' : pointerInto(level.pointer, String(level.key).toWellFormed());
}

/** A name that is repeated more often is still reported once. */
function isSecond({ names, key }: Level): boolean {
  const name = String(key);
  const count = (names?.get(name) ?? 0) + 1;
  names?.set(name, count);
  return count === 2;
}

function entryFor(level: Level): ErrorEntry {
  return bodyEntry(pointerAt(level), 'already_exists', 'appears more than once in its object; send it once');
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

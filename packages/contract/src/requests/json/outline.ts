/** Facts about a JSON text that are known before it is parsed. */
interface Outline {
  /** The members of all objects together; repeated names count each time. */
  readonly members: number;
  /** Whether the text has `\u` escapes, the only way to write NUL and lone surrogates in JSON. */
  readonly hasUnicodeEscapes: boolean;
}

/** The maximum nesting depth of objects and arrays. The bodies of the contract need six levels. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * Scans every byte once. The result is correct for every text that is JSON; for any other text, the depth is at least the
 * one that a parser reaches. The structural characters are ASCII, whose bytes UTF-8 uses for nothing else.
 *
 * @returns undefined if the text is deeper than {@link MAX_DEPTH}.
 */
export function outlineOf(bytes: Uint8Array): Outline | undefined {
  let members = 0;
  let level = 0;
  let hasUnicodeEscapes = false;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) {
          if (bytes[at] !== BACKSLASH) continue;
          at++;
          hasUnicodeEscapes ||= bytes[at] === LETTER_U;
        }
        break;
      case 0x3a: // :
        members++;
        break;
      case 0x7b: // {
      case 0x5b: // [
        level++;
        if (level > MAX_DEPTH) return undefined;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        level--;
        break;
    }
  }
  return { members, hasUnicodeEscapes };
}

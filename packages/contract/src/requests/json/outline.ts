/** What a text says about the JSON in it, before anything is made of it. */
interface Outline {
  /** Properties of all objects together, however often a name is repeated. */
  readonly members: number;
  /** Whether there are `\u` escapes: UTF-8 can hold NUL and lone surrogates in no other way. */
  readonly hasUnicodeEscapes: boolean;
}

/** How deep objects and arrays may lie in each other. The contract's own bodies need six. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * One look at every byte. It is right about every text that is JSON, and about how deep any other text gets before a
 * parser notices. Structure is ASCII, which UTF-8 uses for nothing else.
 *
 * @returns undefined if the text goes deeper than {@link MAX_DEPTH}.
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

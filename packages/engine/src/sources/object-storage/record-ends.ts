import type { FindEnd, RecordSyntax } from './split-records.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const [OPEN, CLOSE] = [0x7b, 0x7d];
const [OPEN_LIST, CLOSE_LIST, COMMA, SPACE, TAB] = [0x5b, 0x5d, 0x2c, 0x20, 0x09];

/** How the records of a text format are separated. */
export function recordSyntax(format: string, delimiter: string | undefined): RecordSyntax {
  if (format.startsWith('JSON'))
    return { findEnd: jsonEnd, isSeparator: (record) => record.every(isBetween) };
  const findEnd = format.startsWith('CSV') ? csvEnd((delimiter ?? ',').charCodeAt(0)) : lineEnd;
  return { findEnd, isSeparator: (record) => record.length === 0 };
}

const lineEnd: FindEnd = (bytes, start, isLast) => {
  const end = bytes.indexOf(NEWLINE, start);
  if (end >= 0) return end + 1;
  return isLast ? bytes.length : undefined;
};

/** A line end inside of quotes belongs to the record. Quotes count only at the start of a field, as the engine reads them. */
function csvEnd(delimiter: number): FindEnd {
  return (bytes, start, isLast) => {
    let quoted = false;
    let fieldStart = true;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (quoted) {
        if (byte !== QUOTE) continue;
        if (bytes[at + 1] === QUOTE) at++;
        else quoted = false;
        continue;
      }
      if (byte === NEWLINE) return at + 1;
      if (byte === QUOTE && fieldStart) quoted = true;
      fieldStart = byte === delimiter || (fieldStart && (byte === SPACE || byte === TAB));
    }
    return isLast ? bytes.length : undefined;
  };
}

/**
 * An object ends with its closing brace, so it can have several lines. If the line after its first one starts with a brace, that is
 * the next object: a broken record does not take the next one along. Other text ends with its line.
 */
const jsonEnd: FindEnd = (bytes, start, isLast) => {
  let at = start;
  while (at < bytes.length && isBetween(bytes[at])) at++;
  if (at > start) return at;
  if (bytes[at] !== OPEN) return lineEnd(bytes, start, isLast);
  const state: JsonState = { depth: 0, quoted: false, firstLine: true };
  for (; at < bytes.length; at++) {
    if (bytes[at] === NEWLINE && state.firstLine) {
      if (bytes[at + 1] === OPEN) return at + 1;
      state.firstLine = false;
    }
    if (state.quoted && bytes[at] === BACKSLASH) at++;
    else if (closesObject(bytes[at], state)) return at + 1;
  }
  return isLast ? bytes.length : undefined;
};

interface JsonState {
  depth: number;
  quoted: boolean;
  firstLine: boolean;
}

function closesObject(byte: number | undefined, state: JsonState): boolean {
  if (byte === QUOTE) state.quoted = !state.quoted;
  if (state.quoted) return false;
  if (byte === OPEN) state.depth++;
  if (byte !== CLOSE) return false;
  state.depth--;
  return state.depth === 0;
}

/** What separates objects: spaces, line ends, and the commas and brackets of a list. */
function isBetween(byte: number | undefined): boolean {
  return (
    byte === SPACE ||
    byte === TAB ||
    byte === NEWLINE ||
    byte === CARRIAGE_RETURN ||
    byte === COMMA ||
    byte === OPEN_LIST ||
    byte === CLOSE_LIST
  );
}

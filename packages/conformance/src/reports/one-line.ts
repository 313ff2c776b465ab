const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What a server says, made fit to be shown: nothing in it can end a line, move a cursor or turn the reading direction. */
export function oneLine(text: string): string {
  return text.replaceAll(CONTROLS, ' ');
}

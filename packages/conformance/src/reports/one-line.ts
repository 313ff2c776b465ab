const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Makes text from the server safe to print: it cannot end the line, move the cursor or reverse the reading direction. */
export function oneLine(text: string): string {
  return text.replaceAll(CONTROLS, ' ');
}

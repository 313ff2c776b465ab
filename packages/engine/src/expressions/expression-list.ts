/** Quoted texts and names, with the escapes that the engine prints, and characters outside of them. */
const PIECE = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|[\s\S]/g;

/** Splits a list at its commas, except those in parentheses, brackets, braces and quotes. */
export function splitList(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if ('([{'.includes(piece)) depth += 1;
    else if (')]}'.includes(piece)) depth -= 1;
    if (piece === ',' && depth === 0) items.push('');
    else items[items.length - 1] += piece;
  }
  return items.map((item) => item.trim());
}

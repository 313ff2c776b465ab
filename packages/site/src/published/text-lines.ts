/**
 * Breaks a text into lines, after spaces and slashes. An ellipsis ends a text that is too long.
 *
 * @param limits the characters of a line and the number of lines
 */
export function lines(text: string, { width, count }: { width: number; count: number }): string[] {
  const all: string[] = [];
  let line = '';
  for (const part of text.split(/(?<=[\s/])/)) {
    if (line !== '' && line.length + part.trimEnd().length > width) {
      all.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  all.push(line.trimEnd());
  const [last = '', ...rest] = all.slice(0, count).reverse();
  return [...rest.reverse(), all.length > count ? `${last.slice(0, width - 1)}…` : last];
}

import truncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Text in one line of exactly this many terminal cells: padded, or cut with an ellipsis. Wide characters take two cells. */
export function fit(text: string, width: number, ellipsis: string, align: 'left' | 'right' = 'left'): string {
  const cut = cutTo(text, width, ellipsis);
  const padding = ' '.repeat(Math.max(width - stringWidth(cut), 0));
  return align === 'left' ? cut + padding : padding + cut;
}

/** Text in one line of at most this many cells. */
export function cutTo(text: string, width: number, ellipsis: string): string {
  if (width <= 0) return '';
  return truncate(oneLine(text), width, { truncationCharacter: width > ellipsis.length ? ellipsis : '' });
}

/** The lines of a text, wrapped between words where possible. Wrapped lines keep the indentation. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const indentation = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(width / 2));
    const wrapped = wrapAnsi(line.trim(), width - indentation.length, { hard: true });
    return wrapped.split('\n').map((part) => `${indentation}${part}`.trimEnd());
  });
}

/** The number of terminal cells that a text takes in one line. */
export function widthOf(text: string): number {
  return stringWidth(oneLine(text));
}

function oneLine(text: string): string {
  return text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text;
}

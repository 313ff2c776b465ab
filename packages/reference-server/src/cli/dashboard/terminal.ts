import type { Environment } from '../../api/configuration.ts';
import { type Style, styleOf } from './draw/style.ts';

const ESCAPE = '\u001b[';
/** The other screen of the terminal, which keeps what was on the first one; without a cursor. */
const ENTER = `${ESCAPE}?1049h${ESCAPE}?25l`;
const LEAVE = `${ESCAPE}?25h${ESCAPE}?1049l`;
const HOME = `${ESCAPE}H`;
const CLEAR_LINE = `${ESCAPE}K`;
const CLEAR_BELOW = `${ESCAPE}J`;

const WIDTH_OF_FILES = 100;
const NARROWEST = 22;
const WIDEST = 500;

/** The width of the output: of the terminal, of `COLUMNS`, or a default for files. */
export function widthOfOutput(stream: NodeJS.WriteStream, environment: Environment): number {
  const width = stream.columns || Number.parseInt(environment.COLUMNS ?? '', 10) || WIDTH_OF_FILES;
  return Math.min(Math.max(width, NARROWEST), WIDEST);
}

/** Blocks and colours on a terminal that has them; ASCII without colours otherwise. */
export function styleOfOutput(stream: NodeJS.WriteStream, environment: Environment): Style {
  if (!stream.isTTY) return styleOf({ blocks: false, colours: false });
  return styleOf({ blocks: hasBlocks(environment), colours: stream.hasColors() });
}

/** Whether the characters of the terminal are UTF-8. The console of Linux has no font for them. */
function hasBlocks({ LC_ALL, LC_CTYPE, LANG, TERM, WT_SESSION }: Environment): boolean {
  if (process.platform === 'win32') return WT_SESSION !== undefined;
  return TERM !== 'linux' && /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** A screen that is drawn again in place. */
export interface Screen {
  draw(lines: readonly string[]): void;
  /** Restores the terminal. */
  close(): void;
}

export function openScreen(stream: NodeJS.WriteStream): Screen {
  stream.write(ENTER);
  return {
    draw: (lines) => {
      const fitting = stream.rows > 1 && lines.length > stream.rows ? clipped(lines, stream.rows) : lines;
      stream.write(`${HOME}${fitting.join(`${CLEAR_LINE}\r\n`)}${CLEAR_LINE}${CLEAR_BELOW}`);
    },
    close: () => void stream.write(LEAVE),
  };
}

function clipped(lines: readonly string[], rows: number): string[] {
  return [...lines.slice(0, rows - 1), `(${lines.length - rows + 1} more lines: enlarge the terminal)`];
}

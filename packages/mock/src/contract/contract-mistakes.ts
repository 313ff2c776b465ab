import { relative } from 'node:path';

/** A place in a contract file, and what is wrong there. */
export interface ContractMistake {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Contract files that cannot be served. The message has a line for each mistake, `file:line:column  what`. */
export class ContractMistakes extends Error {
  /** Every file that was looked at: one of them has to change before it is worth another try. */
  readonly files: ReadonlySet<string>;

  constructor(mistakes: readonly ContractMistake[], files: Iterable<string>) {
    super(distinct(mistakes.map(lineOf)).slice(0, MOST_MISTAKES).join('\n'));
    this.files = new Set([...files, ...mistakes.map(({ file }) => file)]);
  }
}

/** One wrong file can break hundreds of references to it. */
const MOST_MISTAKES = 20;

function lineOf({ file, line, column, message }: ContractMistake): string {
  return `${displayed(file)}:${line}:${column}  ${message}`;
}

function displayed(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

import { relative } from 'node:path';

/** An error in a contract file, with its location. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Contract files that cannot be served. The message has a line per diagnostic: `file:line:column  message`. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  /** Every file that was read: one of them has to change before another attempt can succeed. */
  readonly files: ReadonlySet<string>;

  constructor(diagnostics: readonly Diagnostic[], files: Iterable<string>) {
    const lines = new Set(diagnostics.map(formatDiagnostic));
    super([...lines].slice(0, MAX_DIAGNOSTICS).join('\n'));
    this.files = new Set([...files, ...diagnostics.map(({ file }) => file)]);
  }
}

/** One invalid file can break hundreds of references to it. */
const MAX_DIAGNOSTICS = 20;

function formatDiagnostic({ file, line, column, message }: Diagnostic): string {
  return `${shortPath(file)}:${line}:${column}  ${message}`;
}

function shortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

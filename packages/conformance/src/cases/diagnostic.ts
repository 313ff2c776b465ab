/** An error in a case file. */
export interface Diagnostic {
  /** The path below the folder of the cases, such as `createAlert/tile.yaml`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Two sentences: the error, and how to fix it. */
  readonly message: string;
}

/** Thrown if case files are invalid. The message lists every diagnostic of every file. */
export class CaseFileError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
    this.diagnostics = diagnostics;
  }
}

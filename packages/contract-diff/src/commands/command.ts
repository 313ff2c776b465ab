import type { ParseArgsOptionsConfig } from 'node:util';

/** A subcommand with its options. */
export interface Command {
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Returns the exit code: 0 no breaking change, 1 a breaking change. */
  run(values: Readonly<Record<string, string | undefined>>, operands: readonly string[]): Promise<number>;
}

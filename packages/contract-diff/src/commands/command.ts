import type { ParseArgsOptionsConfig } from 'node:util';

/** A subcommand: what it takes, and what it does. */
export interface Command {
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Answers the exit code: 0 nothing breaks, 1 something does. */
  run(values: Readonly<Record<string, string | undefined>>, operands: readonly string[]): Promise<number>;
}

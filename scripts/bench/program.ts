import { parseArgs } from 'node:util';

// The options and the output of every benchmark.

export interface BenchmarkOptions {
  readonly rounds: number;
  readonly json: boolean;
  readonly help: boolean;
}

/** The options of a benchmark, or a sentence about the one that is invalid. */
export function readOptions(args: string[], rounds: number): BenchmarkOptions | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: String(rounds) },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const wanted = Number(values.rounds);
    if (!Number.isInteger(wanted) || wanted < 1) return '--rounds must be a whole number of at least 1';
    return { ...values, rounds: wanted };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Prints progress to stderr: a program may read the result from stdout. */
export function progress(text: string): void {
  process.stderr.write(`${text} …\n`);
}

/** @returns the exit code of success */
export function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** @returns the exit code of failure */
export function fail(text: string): number {
  process.stderr.write(text);
  return 1;
}

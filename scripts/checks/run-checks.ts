import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { styleText } from 'node:util';

export interface Check {
  /** What is true if the check passes, for a list. */
  readonly name: string;
  /** Run by a shell in the root of the repository. */
  readonly command: string;
  /** What to do if it fails. */
  readonly advice: string;
}

/** Runs the checks in order, prints a line for each and stops at the first that fails. Sets the exit code. */
export function runChecks(checks: readonly Check[]): void {
  const begun = performance.now();
  process.exitCode = checks.every(passes) ? 0 : 1;
  if (process.exitCode === 0)
    process.stdout.write(`${time(begun)}  ${styleText('bold', 'everything', { stream: process.stdout })}\n`);
}

/** Prints the output of a check only if it fails. */
function passes({ name, command, advice }: Check): boolean {
  const begun = performance.now();
  announce(name);
  const { status, stdout, stderr } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) {
    process.stdout.write(`${styleText('dim', time(begun), { stream: process.stdout })}  ${name}\n`);
    return true;
  }
  process.stdout.write(
    `${time(begun)}  ${styleText('red', `FAILED: ${name}`, { stream: process.stdout })}\n\n`,
  );
  process.stdout.write(`${stdout}${stderr}\n\`${command}\` failed: ${advice}.\n`);
  return false;
}

/** Prints the check that runs, on a terminal; the line of the result replaces it. */
function announce(name: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${styleText('dim', `${'…'.padStart(9)}  ${name}`)}\r`);
}

function time(begun: number): string {
  return `${Math.round(performance.now() - begun)} ms`.padStart(9);
}

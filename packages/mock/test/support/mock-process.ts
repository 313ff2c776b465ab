import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const BIN = join(import.meta.dirname, '../../bin/penstock-mock.js');

interface ProcessOptions {
  readonly environment?: Record<string, string>;
  /** The working directory. */
  readonly folder?: string;
}

/** Runs the built `penstock-mock` in a process that ends with the test at the latest. */
export function penstockMock(args: readonly string[], { environment, folder }: ProcessOptions = {}) {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, ...environment },
    cwd: folder,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, exit };
}

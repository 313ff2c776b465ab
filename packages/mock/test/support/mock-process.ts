import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

const CLI = new URL('../../src/command/cli.ts', import.meta.url).href;

interface ProcessOptions {
  readonly environment?: Record<string, string>;
  /** The working directory. */
  readonly folder?: string;
}

/** Runs `penstock-mock` from the sources in a process that ends with the test at the latest. */
export function penstockMock(args: readonly string[], { environment, folder }: ProcessOptions = {}) {
  const program = `import { run } from ${JSON.stringify(CLI)}; await run(${JSON.stringify(args)});`;
  const child = spawn(
    process.execPath,
    ['--conditions=@penstock/source', '--input-type=module', '--eval', program],
    { env: { ...process.env, ...environment }, cwd: folder },
  );
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

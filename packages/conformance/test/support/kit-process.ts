import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Finished } from './kit.ts';

const BIN = join(import.meta.dirname, '../../bin/penstock-conformance.js');

/** Starts the built `penstock-conformance` in a process of its own, without the environment of this one. */
export function startKit(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [BIN, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
}

/** Waits for the end of the process; the exit code is null if a signal ended it. */
export async function finished(kit: ChildProcessWithoutNullStreams): Promise<Finished> {
  const [stdout, stderr, exitCode] = await Promise.all([
    text(kit.stdout),
    text(kit.stderr),
    new Promise<number | null>((resolve) => kit.once('close', resolve)),
  ]);
  return { exitCode, stdout, stderr };
}

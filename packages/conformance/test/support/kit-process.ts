import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Finished } from './kit.ts';

const CLI = pathToFileURL(join(import.meta.dirname, '../../src/cli.ts')).href;
const COMMAND = `import { main } from '${CLI}'; process.exitCode = await main(process.argv.slice(1));`;

/** Starts `penstock-conformance` from its sources, in a process of its own and with this environment alone. */
export function startKit(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const options = ['--conditions=@penstock/source', '--input-type=module', '--eval', COMMAND, '--'];
  return spawn(process.execPath, [...options, ...args], { env: { PATH: process.env.PATH, ...environment } });
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

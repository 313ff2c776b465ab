import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../../src/cli.ts';

/** The result of a run of the command. */
export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** No test depends on the timeout of a response, unless it sets one. */
const PATIENT = ['--timeout', '600'];

/** Runs `penstock-conformance` with this environment only. It runs in this process, which saves the start of another one. */
export async function runKit(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const host = Object.assign(new EventEmitter(), { env, stdout, stderr });
  const exitCode = await main([...PATIENT, ...args], host);
  stdout.end();
  stderr.end();
  const [out, err] = await output;
  return { exitCode, stdout: out, stderr: err };
}

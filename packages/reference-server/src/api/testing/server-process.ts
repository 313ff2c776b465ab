import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../../../bin/penstock.js');

/** Processes compile the modules once, and not each of them again: the folder that Node.js uses by default. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

/** The built server as a user runs it: its bin, in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Everything that it has written so far, to stdout and to stderr. */
  output(): string;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<ProcessEnd>;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts `penstock` on a free port and resolves when it has printed its URL.
 *
 * @throws Error with its output if it ends before that.
 */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  command: 'serve' | 'api' | 'worker' = 'serve',
): Promise<ServerProcess> {
  const child = spawnPenstock([command], {
    PENSTOCK_PORT: '0',
    ...environment,
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: string) => {
      output += chunk;
      const found = /(http:\/\/[^\s/]+)\/(?:v1|api\/v2|readyz)\n/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', () => reject(new Error(`The server ended before it listened:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    async kill(by) {
      child.kill(by);
      const [code, signal] = await ended;
      return { code, signal };
    },
  };
}

/** Runs `penstock` to its end. */
export async function runPenstock(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessRun> {
  const child = spawnPenstock(args, environment);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** With the fast validation engine and without an engine for data, unless the environment names another one. */
function spawnPenstock(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PENSTOCK_ENGINE: 'simulated',
      PENSTOCK_VALIDATION: 'compiled',
      ...environment,
    },
    stdio: 'pipe',
  });
}

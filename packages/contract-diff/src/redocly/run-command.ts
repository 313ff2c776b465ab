import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command, CommandResult } from './command-process.ts';

const PROGRAM = fileURLToPath(new URL(`./command-process${extname(import.meta.url)}`, import.meta.url));
/** In kB, four times what Node has: Redocly follows references by recursion. */
const STACK = '--stack-size=3936';
/** Without a command for this long, the process ends. */
const LONGEST_IDLE_MS = 30_000;

/** The commands share a process, because starting it takes several times as long as comparing two small documents. */
let shared: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/**
 * Runs a command of Redocly when all earlier ones have ended. Its process does not keep the program running.
 *
 * @param patience after this time, in milliseconds, the process is killed
 * @returns undefined if the process ended before the command did
 */
export function runCommand(command: Command, patience: number): Promise<CommandResult | undefined> {
  const result = last.then(() => runNow(command, patience));
  last = result.catch(() => {});
  return result;
}

async function runNow(command: Command, patience: number): Promise<CommandResult | undefined> {
  shared ??= startProcess();
  const child = shared;
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  const settled = new AbortController();
  clearTimeout(idle);
  keepRunning(child);
  try {
    child.send(command);
    return await Promise.race([
      once(child, 'message', settled).then(([result]) => result as CommandResult),
      once(child, 'exit', settled).then(() => undefined),
    ]);
  } finally {
    settled.abort();
    clearTimeout(late);
    release(child);
  }
}

function startProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    cwd: tmpdir(),
    execArgv: [STACK],
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return child.once('exit', () => forget(child));
}

function keepRunning(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** The process ends with this program, or after some time without a command. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    forget(child);
    if (child.connected) child.disconnect();
  }, LONGEST_IDLE_MS).unref();
}

function forget(child: ChildProcess): void {
  if (shared === child) shared = undefined;
}

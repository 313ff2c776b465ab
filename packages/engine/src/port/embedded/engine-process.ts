import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineFolder } from './engine-folder.ts';
import type { FromEngine } from './process/main.ts';

/** A process of the engine that is ready. */
export interface EngineProcess {
  readonly pid: number;
  readonly version: string;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<ProcessEnd>;
  /** Closes the sessions and ends the process. */
  stop(): Promise<void>;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const MAIN = fileURLToPath(new URL(`./process/main${extname(import.meta.url)}`, import.meta.url));

/** The sessions of the pool run on threads of libuv, 4 by default. */
const THREADS = '16';
const LONGEST_START_MS = 120_000;
const LONGEST_STOP_MS = 10_000;
const LAST_WORDS = 2_000;

/** Settings of the server, which contain its secrets. */
const OURS = /^(?:PENSTOCK_|DATABASE_URL$|OTEL_|NODE_OPTIONS$|VITEST)/;

/** Starts the process of the engine, and resolves when it accepts statements. @throws Error with the reason if it cannot start */
export async function startEngineProcess(folder: EngineFolder): Promise<EngineProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', MAIN, JSON.stringify(folder)],
    {
      cwd: folder.work,
      env: { ...inheritedEnvironment(), UV_THREADPOOL_SIZE: THREADS },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  const words = lastWords(child);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const version = await readiness(child, ended, words);
  return {
    pid: child.pid ?? 0,
    version,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS);
      await ended;
      clearTimeout(forced);
    },
  };
}

async function readiness(
  child: ChildProcess,
  ended: Promise<ProcessEnd>,
  words: () => string,
): Promise<string> {
  const late = AbortSignal.timeout(LONGEST_START_MS);
  const message = await Promise.race([
    once(child, 'message', { signal: late }).then(([message]) => message as FromEngine),
    ended.then(({ code, signal }) => ({ kind: 'failed' as const, reason: endOf(code, signal, words()) })),
  ]).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The engine did not start within ${LONGEST_START_MS / 1000} s.`, { cause: error });
  });
  if (message.kind === 'ready') return message.version;
  await ended;
  throw new Error(message.reason);
}

function endOf(code: number | null, signal: NodeJS.Signals | null, words: string): string {
  return `its process ended with ${signal ?? `the code ${code}`}${words === '' ? '' : `: ${words}`}`;
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
}

/** The end of what the process wrote to stderr. It is read all the time, so that the process never waits for it. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-LAST_WORDS);
  });
  return () => text.trim();
}

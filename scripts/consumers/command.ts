import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Outcome {
  exitCode: number | null;
  /** What was written to stdout and stderr, without colours, empty lines and stack frames. */
  lines: string[];
}

/** Only ends a tool that waits for input: on a busy machine a slow one may take minutes. */
const TIMEOUT_MS = 600_000;

const STACK_FRAME = /^\s+at .+(:\d+:\d+\)?|<anonymous>\))$/;

/** Tools compile their modules once, not each run again: the folder that Node.js uses by default. */
const COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

const offline = new URL('offline.ts', import.meta.url).href;

/** Runs a program of Node's in `folder`: without the network, telemetry and the user's settings. */
export function runCommand(program: string, parameters: string[], folder: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      cwd: folder,
      env: environment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const lines = stripVTControlCharacters(Buffer.concat(chunks).toString())
        .split('\n')
        .map((line) => line.trimEnd())
        .filter((line) => line !== '' && !STACK_FRAME.test(line));
      resolve({ exitCode, lines });
    });
  });
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    // Some tools read and write settings and caches there.
    HOME: folder,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    NO_COLOR: '1',
    NODE_OPTIONS: `--import=${offline}`,
    DO_NOT_TRACK: '1',
    KUBB_DISABLE_TELEMETRY: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
}

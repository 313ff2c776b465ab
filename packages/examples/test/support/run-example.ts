import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer } from '@penstock/reference-server/testing';
import { onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '../..');

const VARIABLES = {
  PATH: `${join(PACKAGE, 'node_modules/.bin')}:${process.env.PATH}`,
  // Compiled modules are kept from one program to the next.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** A program of this package that has been started. */
export interface RunningExample {
  /** The working directory. */
  readonly folder: string;
  /** Resolves with the URL that the program prints. */
  readonly url: Promise<string>;
  /** Resolves at the end of the program. */
  readonly end: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Returns the output until now. */
  stdout(): string;
}

/** Starts a program from its source, with these variables only. It ends with the test at the latest. */
export function startExample(file: string, { environment, args = [] }: RunOptions = {}): RunningExample {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-example-'));
  const child = spawn(
    process.execPath,
    ['--conditions=@penstock/source', '--no-warnings', join(PACKAGE, 'src', file), ...args],
    {
      cwd: folder,
      env: { ...VARIABLES, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const url = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    const [found] = /http:\/\/[\d.]+:\d+/.exec(stdout) ?? [];
    if (found !== undefined) url.resolve(found);
  });
  const end = Promise.withResolvers<{ code: number | null; stdout: string; stderr: string }>();
  child.once('close', (code) => {
    url.reject(new Error(`${file} ended with ${code} before it printed a URL: ${stderr}`));
    end.resolve({ code, stdout, stderr });
  });
  // A program that ends by itself prints no URL.
  url.promise.catch(() => undefined);
  return { folder, url: url.promise, end: end.promise, stdout: () => stdout };
}

/** Runs a program to its end. */
export function runExample(file: string, options?: RunOptions): RunningExample['end'] {
  return startExample(file, options).end;
}

/** Returns the variables that the programs read, for the first tenant of a server. */
export function variablesOf({ url, credentials }: TestServer): Record<string, string> {
  const { keyId, keySecret, organizationId, serviceId } = credentials.management;
  return {
    PENSTOCK_URL: url,
    PENSTOCK_KEY_ID: keyId,
    PENSTOCK_KEY_SECRET: keySecret,
    PENSTOCK_ORGANIZATION_ID: organizationId,
    PENSTOCK_SERVICE_ID: serviceId,
    PENSTOCK_TOKEN: credentials.observability.token,
  };
}

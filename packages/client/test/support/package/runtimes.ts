import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { launchChromium } from '@penstock/browser';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** A separate workspace, because only this test needs its 350 MB. */
const FOLDER = join(import.meta.dirname, 'runtimes');

/** Installs the runtimes with the versions and checksums of their lock file. Does nothing if they are installed. */
export async function installRuntimes(): Promise<void> {
  await run('pnpm', ['install', '--frozen-lockfile', '--silent'], { cwd: FOLDER });
}

/** Returns the path of an installed runtime. */
export function command(name: string): string {
  return join(FOLDER, 'node_modules/.bin', name);
}

/** Runs a program and returns the JSON that it prints. */
export async function printed(program: string, parameters: string[], folder: string): Promise<unknown> {
  const { stdout } = await run(program, parameters, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  return JSON.parse(stdout);
}

/** Bundles a program with its imports into one file, for workers and pages. */
export async function bundle(folder: string): Promise<void> {
  const build = await rolldown({ cwd: folder, input: 'program.mjs', platform: 'browser' });
  await build.write({ file: join(folder, 'bundle.js'), minify: true });
}

/** The configuration of a worker that can reach only loopback. */
export const WORKER = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "bundle", esModule = embed "bundle.js")],
      compatibilityDate = "2026-01-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Starts workerd on a free port and stops it after the test. */
export async function startWorker(folder: string): Promise<string> {
  const child = spawn(command('workerd'), ['serve', 'worker.capnp', '--control-fd=1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => ended(child));
  for await (const line of createInterface(child.stdout)) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event === 'listen') return `http://127.0.0.1:${port}/`;
  }
  throw new Error('workerd ended before it listened');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Opens a page in Chromium and returns the value of `globalThis.smoked`. */
export async function resultOfPage(url: string): Promise<unknown> {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  return page.evaluate(() => (globalThis as { smoked?: unknown }).smoked);
}

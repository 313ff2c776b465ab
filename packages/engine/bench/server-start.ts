import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '@penstock/bench/median';
import { timedRounds } from '@penstock/bench/timed-rounds';

const PENSTOCK = join(import.meta.dirname, '../../reference-server/bin/penstock.js');

/** The time from the start of a server to the URL that it prints: then it accepts requests, and its engine statements. */
export async function startSeconds(engine: 'embedded' | 'simulated', rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  try {
    await start(folder, engine);
    const seconds: number[] = [];
    for (const _ of timedRounds(rounds)) seconds.push(await start(folder, engine));
    return `${median(seconds).toFixed(2)} s`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function start(folder: string, engine: string): Promise<number> {
  const begun = performance.now();
  const server = spawn(process.execPath, [PENSTOCK, 'serve'], {
    env: { PATH: process.env.PATH, PENSTOCK_DATA: folder, PENSTOCK_PORT: '0', PENSTOCK_ENGINE: engine },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(server.stdout, 'data');
  const seconds = (performance.now() - begun) / 1000;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  return seconds;
}

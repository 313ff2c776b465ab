import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '../../reference-server/bin/penstock.js');

/** Starts the reference server, which serves the built site with its real headers. */
export async function startDocsServer() {
  const data = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      ...process.env,
      PENSTOCK_PORT: '0',
      PENSTOCK_DATA: data,
      PENSTOCK_ENGINE: 'simulated',
      PENSTOCK_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin === undefined) continue;
    child.stdout.resume();
    return {
      site: `${origin}/docs/`,
      stop: async () => {
        child.kill('SIGINT');
        await ended;
        rmSync(data, { recursive: true });
      },
    };
  }
  throw new Error('The reference server ended before it printed its URL.');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './started-program.ts';

const PROGRAM = join(import.meta.dirname, '../../reference-server/bin/penstock.js');

/** Starts the reference server, which serves the built site with its real headers. */
export async function startDocsServer() {
  const data = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const server = await startProgram([PROGRAM, 'serve'], {
    PENSTOCK_PORT: '0',
    PENSTOCK_DATA: data,
    PENSTOCK_ENGINE: 'simulated',
    PENSTOCK_LOG_LEVEL: 'warn',
  });
  return {
    site: new URL('/docs/', server.url).href,
    stop: async () => {
      await server.stop();
      rmSync(data, { recursive: true });
    },
  };
}

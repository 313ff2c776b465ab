import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const LISTEN = join(import.meta.dirname, '../../src/http/listen.ts');
const KB = 1000;
const CLIENTS = 16;

/** Responds to `/old` with the used bytes of the old generation of its heap. */
const SERVER = `
import { getHeapSpaceStatistics } from 'node:v8';
import { listen } from ${JSON.stringify(LISTEN)};
const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
const { url } = await listen(async ({ url }, response) => {
  response.end(url === '/old' ? String(oldBytes()) : 'x'.repeat(1500));
}, { port: 0 });
console.log(url);
`;

test('finished requests do not gather in the old generation of the heap', async () => {
  const url = await startServer();
  await send(url, 6000);
  const before = await oldBytes(url);
  await send(url, 6000);
  expect(((await oldBytes(url)) - before) / KB).toBeLessThan(400);
});

async function startServer(): Promise<string> {
  const args = ['--conditions=@penstock/source', '--input-type=module-typescript', '--eval', SERVER];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [url] = await once(server.stdout, 'data');
  return String(url).trim();
}

async function send(url: string, requests: number): Promise<void> {
  const client = async () => {
    for (let sent = 0; sent < requests; sent += CLIENTS) await (await fetch(url)).text();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function oldBytes(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/old`)).text());
}

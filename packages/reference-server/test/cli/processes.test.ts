import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createManagementClient } from '@penstock/client';
import { expect, test } from 'vitest';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

const POLL = { pollMs: 20 };

test('penstock api takes what penstock worker does, and outlives it', async () => {
  const environment = { PENSTOCK_DATA: temporaryFolder(), PENSTOCK_SIMULATED_STEP_MS: '1' };
  const api = await startProcess(environment, 'api');
  const pipes = pipesOf(api.url, environment.PENSTOCK_DATA);
  const first = await pipes.create(requestExample('createPipe', 'postgres'));
  expect((await pipes.get(first.id)).state).toBe('Provisioning');

  const worker = await startProcess(environment, 'worker');
  expect((await pipes.waitForState(first.id, 'Running', POLL)).state).toBe('Running');
  await worker.kill('SIGKILL');

  const second = await pipes.create({ ...requestExample('createPipe', 'postgres'), name: 'second' });
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
  const next = await startProcess(environment, 'worker');
  expect((await pipes.waitForState(second.id, 'Running', POLL)).state).toBe('Running');
  expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await api.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('penstock worker has health checks and metrics on its port, and no API', async () => {
  const worker = await startProcess({ PENSTOCK_DATA: temporaryFolder() }, 'worker');
  const statuses = ['/livez', '/readyz', '/metrics', '/v1/organizations', '/docs/'].map(
    async (path) => (await fetch(`${worker.url}${path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404]);
});

function pipesOf(baseUrl: string, folder: string) {
  const { management } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  return createManagementClient({ baseUrl, ...management }).service(management).pipes;
}

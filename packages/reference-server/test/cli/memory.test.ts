import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createManagementClient } from '@penstock/client';
import { expect, test } from 'vitest';
import { requestExample } from '../support/examples.ts';
import { startProcess, temporaryFolder } from '../support/test-server.ts';

const MIB = 1024 * 1024;
const CLIENTS = 16;

test('finished requests do not gather in the old generation of the heap', async () => {
  const environment = { PENSTOCK_DATA: temporaryFolder(), PENSTOCK_RATE_LIMIT: '100000' };
  const { url } = await startProcess(environment);
  const { management } = JSON.parse(
    readFileSync(join(environment.PENSTOCK_DATA, 'credentials.json'), 'utf8'),
  );
  const { pipes } = createManagementClient({ baseUrl: url, ...management }).service(management);
  const { id } = await pipes.create(requestExample('createPipe', 'postgres'));
  const request = async (times: number) => {
    const client = async () => {
      for (let time = 0; time < times; time += CLIENTS) await pipes.get(id);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };

  await request(1000);
  const before = await oldGenerationMib(url);
  await request(3000);
  expect((await oldGenerationMib(url)) - before).toBeLessThan(3);
});

async function oldGenerationMib(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^nodejs_heap_space_size_used_bytes\{space="old"\} (\d+)$/m.exec(metrics) ?? [];
  return Number(bytes) / MIB;
}

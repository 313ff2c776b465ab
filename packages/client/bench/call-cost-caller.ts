import { median } from '@penstock/bench/median';
import { createManagementClient } from '../dist/workspace/index.js';
import type { CallCost } from './call-cost.ts';

/*
 * Gets one pipe repeatedly, alternating between bare `fetch` and the client. Turns are short, so that other load affects both.
 */

const CALLS_PER_TURN = 50;
const WARM_UP_TURNS = 40;

const [baseUrl = '', rounds = '0'] = process.argv.slice(2);
const organizationId = '5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10';
const serviceId = '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21';
const pipeId = '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

const urlOf = (id: string) =>
  `${baseUrl}/v1/organizations/${organizationId}/services/${serviceId}/pipes/${encodeURIComponent(id)}`;
const headers = { authorization: `Basic ${btoa('key:secret')}` };
const client = createManagementClient({ baseUrl, keyId: 'key', keySecret: 'secret' });
const { pipes } = client.service({ organizationId, serviceId });

/** Typical code without a client, which builds the URL for each call. */
const bare = async () => (await fetch(urlOf(pipeId), { headers })).json();
const called = () => pipes.get(pipeId);

for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
  await turnOf(bare);
  await turnOf(called);
}
const turns: { bare: number; client: number }[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  // The order alternates.
  const first = round % 2 === 0 ? await turnOf(bare) : undefined;
  const client = await turnOf(called);
  turns.push({ bare: first ?? (await turnOf(bare)), client });
}
const cost: CallCost = {
  bare: median(turns.map((turn) => turn.bare)),
  client: median(turns.map((turn) => turn.client)),
  ratio: median(turns.map((turn) => turn.client / turn.bare)),
};
process.send?.(cost);
process.disconnect();

/** Returns the CPU time per call in microseconds. */
async function turnOf(call: () => PromiseLike<unknown>): Promise<number> {
  const startUsage = process.cpuUsage();
  for (let count = 0; count < CALLS_PER_TURN; count += 1) await call();
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / CALLS_PER_TURN;
}

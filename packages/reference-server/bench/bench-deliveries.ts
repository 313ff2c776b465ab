import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { formatTable } from '@penstock/bench/format-table';
import { print, progress } from '@penstock/bench/program';
import { openPostgres } from '@penstock/postgresql/server';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { testNotification } from '../src/stack/webhooks/deliveries/test-notification.ts';
import { webhookRepository } from '../src/stack/webhooks/repository.ts';
import { type DatabaseLocation, openDatabase } from '../src/storage/database.ts';
import { createVault } from '../src/storage/encryption.ts';
import { inTransaction } from '../src/storage/transaction.ts';
import { startDeliverer } from '../src/worker/deliveries/deliverer.ts';
import { deliveryQueue } from '../src/worker/deliveries/delivery-queue.ts';
import { enqueueNotification } from '../src/worker/deliveries/enqueue-notification.ts';
import { receiverAddresses } from '../src/worker/deliveries/receiver-addresses.ts';
import { createSender } from '../src/worker/deliveries/sender.ts';
import { DEFAULT_PACE } from '../src/worker/pace.ts';
import type { Kind } from './delivery-receivers.ts';

const HELP = `Usage: pnpm bench:deliveries [--deliveries <n>] [--good <n>] [--seconds <n>]

Delivers notifications to receivers of which one hangs, one closes connections and one responds with 500. Prints the
time from the commit of a notification to one of the others until its arrival, on SQLite and on PostgreSQL: once with all
notifications in one transaction, and once with one transaction per second.

  --deliveries <n>  the number of notifications; default 1000
  --good <n>        the number of receivers that work; default 17
  --seconds <n>     the number of transactions, one per second; default 5
  --help            print this text
`;

const TENANT = 'bench';
const VAULT = createVault([{ id: 'bench', key: Buffer.alloc(32, 1) }]);
const BROKEN: readonly Kind[] = ['hangs', 'closes', 'fails'];

const { values: options } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '1000' },
    good: { type: 'string', default: '17' },
    seconds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) print(HELP);
else await main(Number(options.deliveries), Number(options.good), Number(options.seconds));

async function main(deliveries: number, good: number, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bench-'));
  const postgres = await openPostgres();
  const rows: string[][] = [];
  try {
    for (const transactions of [1, seconds]) {
      const load = { deliveries, good, transactions };
      const file = join(folder, `${transactions}.db`);
      rows.push(['SQLite', ...(await measure({ file }, load))]);
      rows.push(['PostgreSQL', ...(await measure({ url: await postgres.createDatabase() }, load))]);
    }
    print(formatTable(['database', 'transactions', 'arrived', 'median ms', 'p95 ms', 'last ms'], rows));
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true });
  }
}

interface Load {
  readonly deliveries: number;
  readonly good: number;
  readonly transactions: number;
}

/** The figures of the receivers that work. */
async function measure(
  location: DatabaseLocation,
  { deliveries, good, transactions }: Load,
): Promise<string[]> {
  const { db } = await openDatabase(location);
  const webhooks = webhookRepository(db, VAULT);
  const arrivals = new Map<string, number>();
  const arrived = Promise.withResolvers<void>();
  const kinds: Kind[] = [...BROKEN, ...Array<Kind>(good).fill('works')];
  const expected = kinds.flatMap((kind, index) =>
    kind === 'works' ? countOf(index, deliveries, kinds.length) : [],
  );
  const all = expected.reduce((sum, count) => sum + count, 0);
  const receivers = new Worker(new URL('./delivery-receivers.ts', import.meta.url), { workerData: kinds });
  const [urls] = (await once(receivers, 'message')) as [string[]];
  receivers.on('message', (eventId: string) => {
    if (!arrivals.has(eventId)) arrivals.set(eventId, performance.now());
    if (arrivals.size === all) arrived.resolve();
  });
  const ids = await Promise.all(urls.map((url) => store(webhooks, url)));
  const deliverer = startDeliverer({
    queue: deliveryQueue(db, VAULT),
    send: createSender(receiverAddresses({ allowedHosts: ['127.0.0.1'], resolveHost: async () => [] })),
    logger: pino({ level: 'silent' }),
    pollMs: DEFAULT_PACE.pollMs,
  });
  const commits = new Map<string, number>();
  let next = 0;
  for (let transaction = 0; transaction < transactions; transaction += 1) {
    if (transaction > 0) await setTimeout(1_000);
    const count = countOf(transaction, deliveries, transactions);
    const events = Array.from({ length: count }, () => testNotification(TENANT, new Date()));
    await inTransaction(db, async (on) => {
      for (const message of events) {
        const webhookId = ids[next++ % ids.length] ?? '';
        await enqueueNotification(on, { tenantId: TENANT, webhookId, message });
      }
    });
    for (const { eventId } of events) commits.set(eventId, performance.now());
    deliverer.wake();
  }
  await arrived.promise;
  progress(`${all} of ${deliveries} notifications went to receivers that work`);
  const times = [...arrivals]
    .map(([eventId, at]) => Math.max(0, at - (commits.get(eventId) ?? at)))
    .sort((one, other) => one - other);
  await receivers.terminate();
  await deliverer.stop();
  await db.destroy();
  const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1] ?? Number.NaN);
  return [transactions, all, at(0.5), at(0.95), at(1)].map(String);
}

/** The share of one of several that get the same, as far as possible. */
function countOf(index: number, deliveries: number, shares: number): number {
  return Math.floor(deliveries / shares) + (index < deliveries % shares ? 1 : 0);
}

async function store(webhooks: ReturnType<typeof webhookRepository>, url: string): Promise<string> {
  const id = uuidv7();
  const now = new Date().toISOString();
  const owned = { id, team: TENANT, createdAt: now, updatedAt: now };
  const secrets = { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
  await webhooks.insert({ resource: { ...owned, name: id, service: 'generic', url, secrets }, version: 1 });
  return id;
}

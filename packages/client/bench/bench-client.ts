import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '@penstock/bench/format-table';
import { fail, print, progress, readOptions } from '@penstock/bench/program';
import { type BundleSize, bundleSize } from './bundle-size.ts';
import { type CallCost, measureCallCost } from './call-cost.ts';
import { otherClients } from './other-clients.ts';

const HELP = `Usage: pnpm bench:client [--rounds <n>] [--json]

Bundles @penstock/client like Vite and prints its sizes, with those of openapi-fetch and of clients that other tools generate from
the same bundles. Then compares the CPU time of calls with that of a bare \`fetch\`, alternating, with one loopback server.

  --rounds <n>  number of turns with 50 calls each; default 200
  --json        print the figures as JSON
  --help        print this text
`;

/** The limits, in bytes and as a ratio. */
const LIMITS = { everything: 8_000, oneResource: 5_000, ratio: 1.15 };

const client = join(import.meta.dirname, '..');

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args, 200);
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  progress('bundling @penstock/client');
  const sizes = await ownSizes();
  progress('generating and bundling the clients of other tools');
  Object.assign(sizes, await sizesOfOthers());
  progress(`calling, ${options.rounds} rounds`);
  const cost = await measureCallCost(options.rounds);
  return print(options.json ? `${JSON.stringify({ sizes, cost }, null, 2)}\n` : report(sizes, cost));
}

type Sizes = Record<string, BundleSize>;

async function ownSizes(): Promise<Sizes> {
  const everything =
    "import { createManagementClient, createObservabilityClient } from '@penstock/client';\nglobalThis.clients = [createManagementClient(globalThis.options), createObservabilityClient(globalThis.options)];";
  const observability =
    "import { connectObservability, createAlerts } from '@penstock/client';\nglobalThis.alerts = createAlerts(connectObservability(globalThis.options));";
  const management =
    "import { connectManagement, createPipes } from '@penstock/client';\nglobalThis.pipes = createPipes(connectManagement(globalThis.options), globalThis.scope);";
  return {
    '@penstock/client, both clients': await ownSize(everything),
    '@penstock/client, alerts of /api/v2': await ownSize(observability),
    '@penstock/client, pipes of /v1': await ownSize(management),
    '@penstock/client/react-query': await ownSize("export * from '@penstock/client/react-query';"),
    'openapi-fetch alone': await ownSize("import client from 'openapi-fetch';\nglobalThis.client = client;"),
  };
}

/** A package can import itself by its name. */
function ownSize(program: string): Promise<BundleSize> {
  return bundleSize(client, program);
}

async function sizesOfOthers(): Promise<Sizes> {
  const folder = mkdtempSync(join(client, 'node_modules/.bench-'));
  try {
    const sizes: Sizes = {};
    for (const { name, entry } of otherClients(folder)) {
      sizes[name] = await bundleSize(folder, `export * from ${JSON.stringify(entry)};`);
    }
    return sizes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(sizes: Sizes, { bare, client: called, ratio }: CallCost): string {
  const table = formatTable(
    ['bundle', 'min', 'min + gzip'],
    Object.entries(sizes).map(([name, { minified, gzipped }]) => [name, String(minified), String(gzipped)]),
  );
  return `${table}
Limits: both clients with all resources ${LIMITS.everything}, one resource of one surface ${LIMITS.oneResource} bytes.

CPU time per call: ${bare.toFixed(0)} µs by bare fetch, ${called.toFixed(0)} µs by the client; the median of the ratios is ${ratio.toFixed(2)} (limit ${LIMITS.ratio}).
`;
}

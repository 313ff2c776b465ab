import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { requestExamples } from '@penstock/contract/examples';
import { createApiServer } from '../src/api/server.ts';
import { openTestServer, type TestRequest, type TestResponse } from '../src/api/testing/test-server.ts';

// Counts the files and functions that execute between the socket and the database for the two requests of docs/walks.md:
//   node --conditions=@penstock/source packages/reference-server/bench/count-walks.ts [--list]

const ROOT = join(import.meta.dirname, '../../..');
const OURS = /\/packages\/(server|contract|reference-server)\/src\//;

/** The functions that ran, by file. */
type Walk = ReadonlyMap<string, readonly string[]>;

// Without a worker, whose polling would be counted as well.
const server = await openTestServer({ create: createApiServer });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
try {
  const { kafka } = requestExamples('createPipe');
  const pipe = await sent(server.v1({ path: '/pipes', body: kafka }));
  const rename = (name: string): TestRequest => ({
    method: 'PATCH',
    path: `/pipes/${pipe.body.result.id}`,
    body: { name },
  });
  print('updatePipe', await walk(server.v1, rename('First'), rename('Second')));
  const create = { path: '/alerts', body: requestExamples('createAlert').tile };
  print('createAlert', await walk(server.v2, create, create));
} finally {
  session.disconnect();
  await server.stop();
}

/** Sends the first request to warm up, and returns what the second one executes. */
async function walk(
  send: (request: TestRequest) => Promise<TestResponse>,
  first: TestRequest,
  second: TestRequest,
): Promise<Walk> {
  await sent(send(first));
  await settle();
  await session.post('Profiler.takePreciseCoverage');
  await sent(send(second));
  await settle();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result
    .filter(({ url }) => OURS.test(url) && !url.includes('/testing/'))
    .map(({ url, functions }) => {
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      return [relative(ROOT, fileURLToPath(url)), ran.map(({ functionName }) => functionName)] as const;
    });
  return new Map(files.filter(([, ran]) => ran.length > 0));
}

async function sent(response: Promise<TestResponse>): Promise<TestResponse> {
  const received = await response;
  if (received.status !== 200) throw new Error(`${received.status}: ${JSON.stringify(received.body)}`);
  return received;
}

/** The log line and the metrics of a request are written after its response. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

function print(operationId: string, walked: Walk): void {
  const functions = [...walked.values()].flat().length;
  process.stdout.write(`${operationId}: ${walked.size} files, ${functions} functions\n`);
  if (!process.argv.includes('--list')) return;
  for (const [file, names] of walked) process.stdout.write(`  ${file}: ${names.join(' ')}\n`);
}

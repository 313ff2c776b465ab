import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, twinOf } from '@penstock/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OPERATION_IDS } from '../src/contract-operation.ts';
import { alteredServer } from './support/altering-proxy.ts';
import { runKit } from './support/kit.ts';
import { finished, startKit } from './support/kit-process.ts';
import { type CheckedServer, openCheckedServer } from './support/reference-server.ts';

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the ids of all resources of both tenants' admins. */
async function everything(): Promise<string[]> {
  const { v1, v2 } = server.started;
  const responses = await Promise.all([
    v1({ path: '/pipes?limit=1000' }),
    ...['dashboards', 'alerts', 'sources', 'webhooks', 'saved-searches'].flatMap((collection) => [
      v1({ path: `/stack/${collection}?limit=1000` }),
      v2({ path: `/${collection}?limit=1000` }),
    ]),
  ]);
  return responses
    .flatMap(({ body }) => (body.result ?? body.data).map(({ id }: { id: string }) => id))
    .sort();
}

describe('invalid use', () => {
  const TOKEN = { PENSTOCK_TOKEN: 'a-token' };
  const KEY = { PENSTOCK_KEY_ID: 'a-key', PENSTOCK_KEY_SECRET: 'a-secret' };
  const TENANT = { PENSTOCK_ORGANIZATION_ID: 'acme', PENSTOCK_SERVICE_ID: 'main' };
  const URL = 'http://127.0.0.1:1';

  test.each<[string, string[], Record<string, string>]>([
    ["missing required argument 'base URL'", [], TOKEN],
    ['The base URL ftp://example.net is invalid', ['ftp://example.net'], TOKEN],
    ['The base URL must not contain credentials.', ['http://user:password@127.0.0.1'], TOKEN],
    ['The base URL must not contain credentials.', ['ftp://user:password@127.0.0.1'], TOKEN],
    ['The base URL must end before /v1', ['http://127.0.0.1/v1/'], TOKEN],
    ['The surfaces are management and observability.', [URL, '--surface', 'all'], TOKEN],
    ['Did you mean createPipe?', [URL, '--operation', 'createpipe'], TOKEN],
    ['The capabilities are pipes,', [URL, '--capability', '-everything'], TOKEN],
    ['The format html is unknown.', [URL, '--report', 'html'], TOKEN],
    ['/ is a folder. Specify a file in it.', [URL, '--report', 'json=/'], TOKEN],
    ['The folder nowhere does not exist', [URL, '--report', 'junit=nowhere/report.xml'], TOKEN],
    ['Only one report can go to standard output.', [URL, '--report', 'junit', '--report', 'json'], TOKEN],
    ['The timeout must be a number of seconds', [URL, '--timeout', 'soon'], TOKEN],
    ["unknown option '--reports'", [URL, '--reports', 'json'], TOKEN],
    ['No credential is set. Set PENSTOCK_KEY_ID', [URL], { PENSTOCK_TOKEN: '', PENSTOCK_KEY_ID: '' }],
    ['management needs a credential: set PENSTOCK_KEY_ID', [URL, '--surface', 'management'], TOKEN],
    ['PENSTOCK_KEY_SECRET is not set.', [URL], { PENSTOCK_KEY_ID: 'a-key' }],
    ['PENSTOCK_ORGANIZATION_ID is not set.', [URL], KEY],
    ['PENSTOCK_ORGANIZATION_ID must be a UUID.', [URL], { ...KEY, ...TENANT }],
    ['PENSTOCK_TOKEN contains spaces, line breaks', [URL], { PENSTOCK_TOKEN: 'a-token\n' }],
  ])('%s', async (sentence, args, environment) => {
    const { exitCode, stdout, stderr } = await runKit(args, environment);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  });
});

test('the help documents options, credentials, capabilities and exit codes', async () => {
  const { exitCode, stdout } = await runKit(['--help']);
  expect(exitCode).toBe(0);
  for (const part of [
    '--surface',
    '--operation',
    '--capability',
    '--read-only',
    '--report',
    'PENSTOCK_STRANGER_TOKEN',
    'pipe-life-cycle',
    'Exit codes:',
    'Examples:',
  ])
    expect(stdout).toContain(part);
});

test('a conforming server: 0, a table, a sentence, no colours, and no resource is left', async () => {
  const before = await everything();
  const args = [server.url, '--operation', 'createWebhook', '--operation', 'updateStackAlert'];
  const { exitCode, stdout, stderr } = await runKit(args, server.environment);
  expect(stdout).toMatch(/^createWebhook +yes +yes/m);
  expect(stdout).toMatch(/\d+ checks passed, 0 failed/);
  expect(stdout).toContain('The server conforms to the contract, as far as it was checked.');
  expect(stdout).not.toContain('\u001b');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(await everything()).toEqual(before);
});

test('a server that does not conform: 1, and three reports with the locations and without credentials', async () => {
  const folder = temporaryFolder();
  const { url } = await alteredServer(server, {
    // It returns the credential, in text that looks like markup.
    response({ body }, { headers }) {
      body.debug = `<script>\`\`\`]]>\u0007 ${headers.authorization}`;
      delete body.requestId;
    },
  });
  const reports = ['junit', 'markdown', 'json'].map(
    (format) => `--report=${format}=${folder}/report.${format}`,
  );
  const { exitCode, stdout, stderr } = await runKit(
    [url, '--operation', 'getStackSource', '--operation', 'getSource', ...reports],
    server.environment,
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('In the body, /requestId is required.');
  expect(stdout).toContain('"Authorization: Bearer $PENSTOCK_TOKEN"');
  const written = ['junit', 'markdown', 'json'].map((format) =>
    readFileSync(`${folder}/report.${format}`, 'utf8'),
  );
  expect(written[2]).toContain('-u \\"$PENSTOCK_KEY_ID:$PENSTOCK_KEY_SECRET\\"');
  for (const text of [stdout, stderr, ...written])
    for (const [name, secret] of Object.entries(server.environment))
      if (/SECRET|TOKEN/.test(name)) expect(text, name).not.toContain(secret);
  expect(JSON.parse(written[2] ?? '')).toMatchObject({ version: 1, conclusion: 'does not conform' });
});

test('a credential with a wrong secret reveals the right one, and appears in no output', async () => {
  const { url } = await alteredServer(server, {
    response({ body }, { headers }) {
      body.debug = headers.authorization;
      delete body.requestId;
    },
  });
  const operations = ['--operation', 'getStackSource', '--operation', 'getSource'];
  const { stdout, stderr } = await runKit([url, ...operations, '--report=json'], server.environment);
  expect(stdout).toMatch(/-u \\"\$PENSTOCK_KEY_ID:\$\{PENSTOCK_KEY_SECRET%\?\}[xy]\\"/);
  expect(stdout).toMatch(/Authorization: Bearer \$\{PENSTOCK_TOKEN%\?\}[xy]\\"/);
  const { PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET = '', PENSTOCK_TOKEN = '' } = server.environment;
  const inBase64 = Buffer.from(`${PENSTOCK_KEY_ID}:${PENSTOCK_KEY_SECRET}`).toString('base64');
  for (const secret of [PENSTOCK_KEY_SECRET, PENSTOCK_TOKEN, inBase64])
    expect(stdout + stderr).not.toContain(secret.slice(0, -8));
});

test('a credential that is a short word is not masked in other words', async () => {
  const { url } = await alteredServer(server, {
    request({ headers }) {
      headers.authorization = `Bearer ${server.environment.PENSTOCK_TOKEN}`;
    },
  });
  const args = [url, '--operation', 'getSource'];
  const { stdout } = await runKit([...args, '--report=json'], { PENSTOCK_TOKEN: 'a' });
  expect(stdout).not.toContain('credential of a caller');
  expect(stdout).not.toContain('***');
});

test('one report can go to standard output, and is the only output there', async () => {
  const args = [server.url, '--operation', 'listSources', '--report', 'json'];
  const { exitCode, stdout, stderr } = await runKit(args, server.environment);
  expect(JSON.parse(stdout)).toMatchObject({ conclusion: 'conforms', surfaces: ['observability'] });
  expect(stderr).toContain('The server conforms to the contract');
  expect(exitCode).toBe(0);
});

test('wrong credentials: 2, and the names of their variables', async () => {
  const environment = { ...server.environment, PENSTOCK_KEY_SECRET: 'wrong' };
  const { exitCode, stderr } = await runKit([server.url], environment);
  expect(stderr).toContain('rejects the credential with 401. Check PENSTOCK_KEY_ID and PENSTOCK_KEY_SECRET.');
  expect(exitCode).toBe(2);
});

/** Not the managed twins of the stack, which get the same requests as the operations under `/api/v2`. `pnpm verify` checks all. */
const WITHOUT_TWINS = OPERATION_IDS.filter(
  (id) => operations[id].surface === 'observability' || twinOf(id) === undefined,
);

test('a read-only run sends only GET requests', async () => {
  const methods = new Set<string>();
  const { url } = await alteredServer(server, { request: ({ method }) => void methods.add(method) });
  const selected = WITHOUT_TWINS.map((id) => `--operation=${id}`);
  const { exitCode, stdout } = await runKit([url, '--read-only', ...selected], server.environment);
  expect([...methods]).toEqual(['GET']);
  expect(stdout).toContain('0 failed');
  expect(exitCode).toBe(0);
});

test('capabilities select checks, and exclude them', async () => {
  const idsWith = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await runKit(
      [server.url, '--surface', 'observability', '--operation', 'updateSource', '--report', 'json', ...args],
      server.environment,
    );
    return JSON.parse(stdout).checks.map(({ id }: { id: string }) => id);
  };
  const tag = 'generated/updateSource/412/other-entity-tag';
  expect(await idsWith('--capability', 'entity-tags')).toContain(tag);
  expect(await idsWith('--capability', 'entity-tags')).not.toContain('generated/updateSource/200');
  expect(await idsWith('--capability', '-entity-tags')).not.toContain(tag);
});

test('a missing reader and a missing second tenant are reported', async () => {
  const environment = { PENSTOCK_TOKEN: server.environment.PENSTOCK_TOKEN ?? '' };
  const { exitCode, stdout } = await runKit([server.url, '--operation', 'updateSource'], environment);
  expect(stdout).toMatch(/\d+ skipped: observability has no reader credential: set PENSTOCK_READER_TOKEN\./);
  expect(stdout).toMatch(/\d+ skipped: observability has no second tenant: set PENSTOCK_STRANGER_TOKEN\./);
  expect(exitCode).toBe(0);
});

/** Operations whose checks create far more than the run is let to. */
const CREATIONS = ['createPipe', 'createStackDashboard', 'createWebhook'].flatMap((id) => [
  '--operation',
  id,
]);

test('on Ctrl-C the run ends, reports that, and deletes what it created', async () => {
  const before = await everything();
  let creations = 0;
  let reached: () => void = () => {};
  const busy = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { url } = await alteredServer(server, {
    response({ status }, { method }) {
      if (method === 'POST' && status === 200 && ++creations === 20) reached();
    },
  });
  const kit = startKit([url, '--timeout', '600', ...CREATIONS], server.environment);
  const end = finished(kit);
  await busy;
  kit.kill('SIGINT');
  const { exitCode, stdout, stderr } = await end;
  expect(stderr).toContain('Stopped.');
  expect(stdout).toContain('The run was stopped.');
  expect(exitCode).toBe(2);
  expect(await everything()).toEqual(before);
});

test('resources that cannot be deleted are listed by name', async () => {
  const { url } = await alteredServer(server, {
    response(response, { method }) {
      if (method === 'DELETE') response.status = 500;
    },
    request(request) {
      if (request.method === 'DELETE') request.url = request.url.replace(/[^/]+$/, 'nothing-with-this-id');
    },
  });
  const { exitCode, stdout } = await runKit(
    [url, '--operation', 'createSavedSearch', '--capability', 'idempotency'],
    server.environment,
  );
  expect(stdout).toContain('These resources were created and could not be deleted:');
  expect(stdout).toMatch(/ {2}\/api\/v2\/saved-searches\/\{savedSearchId\} with savedSearchId [0-9a-f-]{36}/);
  expect(exitCode).toBe(0);
});

test('a resource whose deletion must be repeated is gone at the end', async () => {
  const asked = new Map<string, number>();
  const lost = new WeakSet<object>();
  const { url } = await alteredServer(server, {
    request(request) {
      if (request.method !== 'DELETE') return;
      const times = (asked.get(request.url) ?? 0) + 1;
      asked.set(request.url, times);
      if (times === 3) return;
      lost.add(request);
      request.url = request.url.replace(/[^/]+$/, 'nothing-with-this-id');
    },
    response(response, request) {
      response.hangUp = lost.has(request);
    },
  });
  const before = await everything();
  const { exitCode, stdout } = await runKit(
    [url, '--operation', 'createSavedSearch', '--capability', 'idempotency'],
    server.environment,
  );
  expect(stdout).not.toContain('could not be deleted');
  expect(exitCode).toBe(0);
  expect(await everything()).toEqual(before);
});

test('a server that stops during the run does not conform, and the run ends early', async () => {
  let responses = 0;
  const { url } = await alteredServer(server, {
    response(response) {
      responses += 1;
      response.hangUp = responses > 100;
    },
  });
  const { exitCode, stdout } = await runKit([url, '--surface', 'observability'], server.environment);
  expect(stdout).toContain('The server stopped responding');
  expect(exitCode).toBe(1);
});

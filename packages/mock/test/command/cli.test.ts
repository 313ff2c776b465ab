import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMock } from '../support/mock-command.ts';
import { penstockMock } from '../support/mock-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('--help lists the settings and the ways to request other responses', async () => {
  const { code, stdout } = await runMock(['--help']);
  expect(code).toBe(0);
  for (const text of [
    '[contract-file...]',
    '--port',
    '--host',
    '--watch',
    'PENSTOCK_MOCK_PORT',
    'Prefer: code=404',
  ])
    expect(stdout).toContain(text);
});

test.each<[string, string[], Record<string, string>]>([
  ["argument '65536' is invalid. It must be a number from 0 to 65535.", ['--port', '65536'], {}],
  ["value '65536' from env 'PENSTOCK_MOCK_PORT' is invalid.", [], { PENSTOCK_MOCK_PORT: '65536' }],
  ["value '-1' from env 'PENSTOCK_MOCK_PORT' is invalid.", [], { PENSTOCK_MOCK_PORT: '-1' }],
  ["value '' from env 'PENSTOCK_MOCK_PORT' is invalid.", [], { PENSTOCK_MOCK_PORT: '' }],
  ["argument 'a b' is invalid. It must be a host name or an address.", ['--host', 'a b'], {}],
  ["unknown option '--wach'\n(Did you mean --watch?)", ['--wach'], {}],
  ['the contract file nowhere.yaml does not exist', ['nowhere.yaml'], {}],
  [
    '--watch needs contract files, such as penstock-mock --watch management.yaml; openapi/management.yaml does not exist',
    ['--watch'],
    {},
  ],
])('invalid usage is rejected: %s', async (message, args, environment) => {
  const { code, stderr } = await runMock(args, { environment, folder: import.meta.dirname });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('See penstock-mock --help');
});

test('a port in use is reported', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runMock(['--port', String(port)]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^penstock-mock: The port is in use .* --port 0\.\n$/);
  other.close();
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the printed command works, and %s ends the process with 0',
  async (signal) => {
    const { child, output, exit } = penstockMock([], { environment: { PENSTOCK_MOCK_PORT: '0' } });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const [, credentials = '', url = ''] = /curl -u (\S+) (\S+)/.exec(output.stdout) ?? [];
    const authorization = `Basic ${btoa(credentials)}`;
    const response = await fetch(url, { headers: { authorization } });
    expect(response.status).toBe(200);
    child.kill(signal);
    expect(await exit).toBe(0);
  },
);

test('the greeting has the titles of the documents and a command that fits them', async () => {
  const observability = join(import.meta.dirname, '../../../contract/openapi/observability.yaml');
  const { child, output } = penstockMock(['--port', '0', observability]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(output.stdout).not.toContain('/v1');
  const [, header = '', url = ''] = /curl -H 'Authorization: ([^']+)' (\S+)/.exec(output.stdout) ?? [];
  expect((await fetch(url, { headers: { authorization: header } })).status).toBe(200);
});

test('a contract with an error is rejected at start, with file and line', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo: [\n');
  const { code, stderr } = await runMock(['broken.yaml'], { folder });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^penstock-mock: .*broken\.yaml:3:1 {2}\S/);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

const CLI = new URL('../src/cli.ts', import.meta.url).href;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Runs `penstock-mock` on the sources, in a process of its own. */
function penstockMock(args: readonly string[], environment: Record<string, string> = {}) {
  const program = `import { run } from ${JSON.stringify(CLI)}; await run(${JSON.stringify(args)});`;
  const child = spawn(
    process.execPath,
    ['--conditions=@penstock/source', '--input-type=module', '--eval', program],
    { env: { ...process.env, ...environment } },
  );
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, exit };
}

test('says what it is and which settings it has', async () => {
  const { output, exit } = penstockMock(['--help']);
  expect(await exit).toBe(0);
  expect(output.stdout).toMatch(/PENSTOCK_MOCK_HOST.*\n.*PENSTOCK_MOCK_PORT/);
});

test.each<[string, string[], Record<string, string>]>([
  [
    'PENSTOCK_MOCK_PORT must be a number from 0 to 65535, but is "65536".',
    [],
    { PENSTOCK_MOCK_PORT: '65536' },
  ],
  ['PENSTOCK_MOCK_PORT must be a number from 0 to 65535, but is "-1".', [], { PENSTOCK_MOCK_PORT: '-1' }],
  ['PENSTOCK_MOCK_PORT must be a number from 0 to 65535, but is "".', [], { PENSTOCK_MOCK_PORT: '' }],
  ['PENSTOCK_MOCK_HOST must be a host name or an address, but is "a b".', [], { PENSTOCK_MOCK_HOST: 'a b' }],
  ["Unknown option '--watch'", ['--watch'], {}],
])('refuses wrong use: %s', async (sentence, args, environment) => {
  const { output, exit } = penstockMock(args, environment);
  expect(await exit).toBe(2);
  expect(output.stderr).toContain(`penstock-mock: ${sentence}`);
});

test('says that the port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { output, exit } = penstockMock([], { PENSTOCK_MOCK_PORT: String(port) });
  expect(await exit).toBe(1);
  expect(output.stderr).toMatch(/^penstock-mock: The port is taken .* PENSTOCK_MOCK_PORT\.\n$/);
  other.close();
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints a line that works and ends with 0 on %s',
  async (signal) => {
    const { child, output, exit } = penstockMock([], { PENSTOCK_MOCK_PORT: '0' });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const [, credentials = '', url = ''] = /curl -u (\S+) (\S+)/.exec(output.stdout) ?? [];
    const authorization = `Basic ${btoa(credentials)}`;
    const answer = await fetch(url, { headers: { authorization } });
    expect(answer.status).toBe(200);
    child.kill(signal);
    expect(await exit).toBe(0);
  },
);

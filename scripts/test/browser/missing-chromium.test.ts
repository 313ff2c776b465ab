import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const browser = join(import.meta.dirname, '../../browser/watched-browser.ts');

/** A test file on a machine for which npm has no Chromium. */
const TEST_FILE = `
import { expect, test } from 'vitest';
Object.defineProperty(process, 'arch', { value: 'riscv64' });
const { watchedBrowser } = await import(${JSON.stringify(browser)});
const browser = await watchedBrowser(() => true);
test('opens a page', async () => expect(await browser.newPage()).toBeDefined());
`;

function runTests(environment: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(import.meta.dirname, 'run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'page.test.ts'), TEST_FILE);
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default {};\n');
  const { CHROMIUM_PATH: _, CI: __, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync('vitest', ['run', '--root', folder, '--reporter=verbose'], {
    encoding: 'utf8',
    env: { ...rest, NO_COLOR: '1', ...environment },
  });
  return { status, output: stdout + stderr };
}

const REASON = /npm has no Chromium for \w+-riscv64\. Install one .+ and set CHROMIUM_PATH to its program\./;

test('without Chromium, the tests of a browser are skipped with the reason', () => {
  const { status, output } = runTests({});
  expect(output).toMatch(/Tests +1 skipped/);
  expect(output).toMatch(REASON);
  expect(status).toBe(0);
});

test('in a pipeline they fail instead', () => {
  const { status, output } = runTests({ CI: 'true' });
  expect(output).toMatch(/Tests +1 failed/);
  expect(output).toMatch(REASON);
  expect(status).toBe(1);
});

test('a CHROMIUM_PATH without a file is reported', () => {
  const { output } = runTests({ CHROMIUM_PATH: '/nothing/chromium' });
  expect(output).toContain('CHROMIUM_PATH is /nothing/chromium, and there is no such file.');
});

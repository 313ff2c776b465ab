import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const browser = join(import.meta.dirname, '../../browser/watched-browser.ts');

/** A test file on a machine for which npm has no Chromium. */
const TEST_FILE = `
import { expect, test } from 'vitest';
Object.defineProperty(process, 'arch', { value: 'riscv64' });
const { watchedBrowser } = await import(${JSON.stringify(browser)});
const browser = await watchedBrowser(() => true);
test('opens a page', async () => expect(await browser.newPage()).toBeDefined());
`;

/** The environments of three machines without Chromium. */
const MACHINES = {
  laptop: {},
  pipeline: { CI: 'true' },
  'wrong path': { CHROMIUM_PATH: '/nothing/chromium' },
};

const CONFIGURATION = {
  test: { projects: Object.entries(MACHINES).map(([name, env]) => ({ test: { name, env } })) },
};

/** Runs the test file on each machine, and returns what vitest prints about it. */
function runTests(): string {
  const folder = mkdtempSync(join(import.meta.dirname, 'run-'));
  try {
    writeFileSync(join(folder, 'page.test.ts'), TEST_FILE);
    writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(CONFIGURATION)};\n`);
    const { CHROMIUM_PATH: _, CI: __, ...rest } = process.env;
    const { stdout, stderr } = spawnSync('vitest', ['run', '--root', folder, '--reporter=verbose'], {
      encoding: 'utf8',
      env: { ...rest, NO_COLOR: '1' },
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const output = runTests();

const REASON = /npm has no Chromium for \w+-riscv64\. Install one .+ and set CHROMIUM_PATH to its program\./;

test('without Chromium, the tests of a browser are skipped with the reason', () => {
  expect(lineOf('laptop')).toMatch(/^ ↓ /);
  expect(lineOf('laptop')).toMatch(REASON);
  expect(output).toMatch(/Test Files +1 failed \| 2 passed \(3\)\n +Tests +1 failed \| 2 skipped \(3\)/);
});

test('in a pipeline they fail instead', () => {
  expect(lineOf('pipeline')).toMatch(/^ × /);
  const [, failure = ''] = output.split('FAIL  |pipeline|');
  expect(failure).toMatch(REASON);
});

test('a CHROMIUM_PATH without a file is reported', () => {
  expect(lineOf('wrong path')).toContain('CHROMIUM_PATH is /nothing/chromium, and there is no such file.');
});

/** What vitest prints about the test on a machine. */
function lineOf(machine: keyof typeof MACHINES): string {
  return output.split('\n').find((line) => line.includes(`|${machine}| page.test.ts`)) ?? expect.fail(output);
}

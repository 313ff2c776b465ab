import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
const reporter = join(import.meta.dirname, '../../checks/plain-summary.ts');

/** Runs test files in a folder of their own and gives the last line that the run prints. */
function lastLine(files: Record<string, string>): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const options = ['run', '--root', folder, '--globals', '--reporter=default', `--reporter=${reporter}`];
  const { stdout } = spawnSync(process.execPath, [vitest, ...options], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  return stdout.split('\n').findLast((line) => line !== '');
}

test('the last line of a run is plain and counts tests', () => {
  const line = lastLine({ 'good.test.ts': "test('one', () => {}); test('two', () => {});" });
  expect(line).toBe('2 passed, 0 failed');
});

test('skipped tests are counted, and a file that cannot be loaded counts as failed', () => {
  const line = lastLine({
    'mixed.test.ts':
      "test('good', () => {}); test('bad', () => { throw 1; }); test.skip('skip', () => {}); test.todo('todo');",
    'broken.test.ts': "throw new Error('broken');",
  });
  expect(line).toBe('1 passed, 2 failed, 2 skipped');
});

test('an error outside of the tests is a failure', () => {
  const line = lastLine({
    'stray.test.ts':
      "test('good', async () => { Promise.reject(new Error('stray')); await new Promise((r) => setTimeout(r, 50)); });",
  });
  expect(line).toBe('1 passed, 1 failed');
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../bench-generate.ts');

test('the benchmark runs on this workspace and prints a total of each side', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--rounds', '1'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout.match(/^total, with the start of each process +\d+$/gm)).toHaveLength(2);
  expect(status).toBe(0);
});

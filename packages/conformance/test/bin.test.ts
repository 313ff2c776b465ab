import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('without a build the command prints what to do, and is inconclusive', () => {
  const unbuilt = mkdtempSync(join(tmpdir(), 'penstock-unbuilt-'));
  onTestFinished(() => rmSync(unbuilt, { recursive: true }));
  for (const part of ['bin', 'package.json'])
    cpSync(join(import.meta.dirname, '..', part), join(unbuilt, part), { recursive: true });

  const command = join(unbuilt, 'bin/penstock-conformance.js');
  const { status, stderr } = spawnSync(process.execPath, [command, 'http://127.0.0.1:1'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'The kit is not built in this clone yet. Run `pnpm build`, or `pnpm conformance`, which builds it.\n',
  );
  expect(status).toBe(2);
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const BASE = join(PACKAGE, 'corpus/base.yaml');

test('the command works without a build', () => {
  const unbuilt = mkdtempSync(join(tmpdir(), 'penstock-unbuilt-'));
  onTestFinished(() => rmSync(unbuilt, { recursive: true }));
  cpSync(join(PACKAGE, 'bin'), join(unbuilt, 'bin'), { recursive: true });
  for (const part of ['package.json', 'src']) symlinkSync(join(PACKAGE, part), join(unbuilt, part));

  const command = join(unbuilt, 'bin/penstock-contract.js');
  const { status, stdout } = spawnSync(process.execPath, [command, 'diff', BASE, BASE], { encoding: 'utf8' });
  expect(stdout).toContain('Nothing has changed');
  expect(status).toBe(0);
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Check } from '../../checks/run-checks.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../checks/run-checks.ts')).href;
const PASSING: Check = { name: 'the sky is blue', command: 'echo unneeded output', advice: 'look up' };
const FAILING: Check = { name: 'the sea is sweet', command: 'echo salt; exit 3', advice: 'add sugar' };

test('checks that pass have a line each, with their time', () => {
  const { status, out } = run([PASSING, PASSING]);
  expect(status).toBe(0);
  expect(out).toMatch(/^ *\d+ ms {2}the sky is blue\n *\d+ ms {2}the sky is blue\n *\d+ ms {2}everything\n$/);
});

test('the first failing check ends the run, with its output and what to do', () => {
  const { status, out } = run([PASSING, FAILING, { ...PASSING, name: 'never reached' }]);
  expect(status).toBe(1);
  expect(out).toContain('FAILED: the sea is sweet\n\nsalt\n\n`echo salt; exit 3` failed: add sugar.\n');
  expect(out).not.toContain('never reached');
});

function run(checks: readonly Check[]) {
  const program = `import { runChecks } from '${MODULE}'; runChecks(${JSON.stringify(checks)});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return { status, out: stdout };
}

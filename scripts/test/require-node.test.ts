import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../require-node.cjs');

/** Runs the program on a Node.js of this version and platform. */
function run(version: string, platform = 'linux', arch = 'x64') {
  const code = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
    require(${JSON.stringify(program)});`;
  return spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' });
}

test.each(['24.18.0', '24.21.0', '26.0.0'])('Node.js %s is recent enough', (version) => {
  expect(run(version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test.each(['20.20.2', '22.5.0', '24.17.9'])('Node.js %s is too old', (version) => {
  const { status, stderr } = run(version);
  expect(status).toBe(1);
  expect(stderr).toContain(`needs Node.js 24.18 or newer, but the \`node\` on PATH is ${version}.`);
  expect(stderr).toContain(
    'optional dependency, but it is not installed: run `npx -y pnpm@12.21.0 install`.',
  );
});

test('a platform without a packaged Node.js is named', () => {
  expect(run('22.5.0', 'darwin', 'arm64').stderr).toContain('npm has no newer one for darwin-arm64');
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, type Step } from '../support/workflow-rules.ts';

/*
 * The step of contract-diff.yml that runs the gate, in a repository whose last commit is what a pull request brings. The gate is
 * played by a program that finds nothing; its own tests are in packages/contract-diff.
 */

test('a contract without breaking changes passes', () => {
  expect(run('openapi/baselines/approved-changes.yaml')).toEqual({ status: 0, report: 'Nothing breaks.\n' });
});

test('a changed baseline fails', () => {
  const { status, report } = run('openapi/baselines/management.yaml');
  expect(status).toBe(1);
  expect(report).toContain('The baseline was changed.');
});

test('a release may change the baseline', () => {
  expect(run('openapi/baselines/management.yaml', { IS_RELEASE: 'true' }).status).toBe(0);
});

/** The gate after a pull request that changes this file. */
function run(changed: string, environment: Readonly<Record<string, string>> = { IS_RELEASE: 'false' }) {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string, mode?: number) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.net', ...args], { cwd: folder });
  git('init', '--quiet');
  for (const text of ['before', 'after']) {
    write(changed, text);
    git('add', '.');
    git('commit', '--quiet', '--no-gpg-sign', '--message', text);
  }
  write('bin/npx', '#!/usr/bin/env bash\nshift $(($# - 1)); echo Nothing breaks. > "$1"\n', 0o755);
  const { status } = spawnSync('bash', ['-ec', gateStep().run ?? ''], {
    cwd: folder,
    env: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      ...environment,
    },
  });
  return { status, report: readFileSync(join(folder, 'report/contract-diff.md'), 'utf8') };
}

function gateStep(): Step {
  const file = join(ROOT, '.github/workflows/contract-diff.yml');
  const { jobs } = parse(readFileSync(file, 'utf8')) as { jobs: { diff: { steps: Step[] } } };
  const step = jobs.diff.steps.find(({ run: script }) => script?.includes('check:breaking'));
  return step ?? expect.fail('The workflow has no step that runs the gate.');
}

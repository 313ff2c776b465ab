import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReferenceServer } from '../../checks/reference-server.ts';
import { runAction } from '../support/composite-action.ts';
import { withFirstPaths } from '../support/first-paths.ts';
import { ROOT } from '../support/workflow-rules.ts';

/** Two paths, because comparing all of them takes seconds. */
const contract = withFirstPaths(
  JSON.parse(readFileSync(join(ROOT, 'packages/contract/openapi/observability.json'), 'utf8')),
);
const [PATH = ''] = Object.keys(contract.paths);
const RELEASED = JSON.stringify(contract);

test('a compatible change passes, and its report is in the summary of the job', () => {
  const folder = repository({ 'released.yaml': RELEASED, 'openapi.yaml': RELEASED });
  const run = runAction(folder, { 'old-contract': 'released.yaml', 'new-contract': 'openapi.yaml' });
  expect(run.log).not.toContain('error');
  expect(run).toMatchObject({ succeeded: true, outputs: { 'contract-diff': 'compatible', conformance: '' } });
  expect(run.summary).toContain('Nothing has changed');
});

test('a breaking change fails, and the report contains it', () => {
  const changed = RELEASED.replace(`"${PATH}"`, `"${PATH}-of-old"`);
  const folder = repository({ 'released.yaml': RELEASED, 'openapi.yaml': changed });
  const inputs = { 'old-contract': 'released.yaml', 'new-contract': 'openapi.yaml', 'report-folder': 'out' };
  const run = runAction(folder, inputs);
  expect(run).toMatchObject({ succeeded: false, outputs: { 'contract-diff': 'breaking' } });
  expect(run.summary).toContain(PATH);
  expect(readFileSync(join(folder, 'out/contract-diff.md'), 'utf8')).toBe(run.summary);
});

test('a report that is too long for a summary is cut there, and whole in its file', () => {
  const paths = Array.from(
    { length: 200 },
    (_, at) => `  /${at}${'x'.repeat(2000)}: { get: { responses: {} } }\n`,
  );
  const document = (lines: readonly string[]) =>
    `openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n  /: {}\n${lines.join('')}`;
  const folder = repository({ 'released.yaml': document(paths), 'openapi.yaml': document([]) });
  const run = runAction(folder, { 'old-contract': 'released.yaml', 'new-contract': 'openapi.yaml' });
  expect(run.outputs['contract-diff']).toBe('breaking');
  expect(run.summary.length).toBeLessThanOrEqual(1_000_000);
  const report = readFileSync(join(folder, 'penstock-report/contract-diff.md'), 'utf8');
  expect(report.length).toBeGreaterThan(1_000_000);
});

test('a missing contract has an unknown result', () => {
  const run = runAction(repository({}), {
    'old-contract': 'nowhere.yaml',
    'new-contract': 'nor here; touch x',
  });
  expect(run).toMatchObject({ succeeded: false, outputs: { 'contract-diff': 'unknown' } });
  expect(run.log).toContain('nowhere.yaml');
});

test('a server that keeps the contract passes', async () => {
  const server = await startReferenceServer(repository({}));
  onTestFinished(server.stop);
  const { management } = server.credentials;
  const folder = repository({});
  const run = runAction(folder, {
    'base-url': server.url,
    operation: 'getStackDashboard',
    'organization-id': management.organizationId,
    'service-id': management.serviceId,
    'key-id': management.keyId,
    'key-secret': management.keySecret,
  });
  expect(run, run.log).toMatchObject({
    succeeded: true,
    outputs: { conformance: 'conforms', 'contract-diff': '' },
  });
  const junit = readFileSync(join(folder, 'penstock-report/conformance.xml'), 'utf8');
  expect(junit).toContain('<testsuite');
  expect(run.summary).toContain('getStackDashboard');
  expect(run.log + run.summary + junit).not.toContain(management.keySecret);
});

test('a server that cannot be checked fails, and the contracts are still compared', () => {
  const folder = repository({ 'released.yaml': RELEASED, 'openapi.yaml': RELEASED });
  const run = runAction(folder, {
    'base-url': 'http://127.0.0.1:1',
    token: 'a-token-of-orchids',
    'old-contract': 'released.yaml',
    'new-contract': 'openapi.yaml',
  });
  expect(run).toMatchObject({
    succeeded: false,
    outputs: { conformance: 'unknown', 'contract-diff': 'compatible' },
  });
  expect(run.log).not.toContain('a-token-of-orchids');
});

test('an input that looks like an option is none', () => {
  const run = runAction(repository({}), {
    'base-url': '--help',
    token: 'a-token-of-orchids',
    'old-contract': '--help',
    'new-contract': '--help',
    'report-folder': '--reports $(touch x)\n"a',
  });
  expect(run).toMatchObject({
    succeeded: false,
    outputs: { conformance: 'unknown', 'contract-diff': 'unknown' },
  });
  expect(run.log).toContain('The base URL --help is invalid');
  expect(run.log).toContain('--help does not exist');
});

test('a server is not called if read-only is neither true nor false', () => {
  const run = runAction(repository({}), {
    'base-url': 'http://127.0.0.1:1',
    token: 'a-token-of-orchids',
    'read-only': 'yes',
  });
  expect(run).toMatchObject({ succeeded: false, outputs: { conformance: 'unknown' } });
  expect(run.log).toContain('::error::The input read-only must be true or false.');
  expect(run.log).not.toContain('127.0.0.1');
});

test('output of a server or a contract is not run as a workflow command', () => {
  const run = runAction(repository({}), {
    'base-url': '##[error]',
    token: 'a-token-of-orchids',
    'old-contract': '##[error]',
    'new-contract': '##[error]',
  });
  expect(run.log.match(/^::stop-commands::(\S+)\n[\s\S]*?##\[error\][\s\S]*?^::\1::$/gm)).toHaveLength(2);
});

/** A folder of a repository that uses the action. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-adopter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

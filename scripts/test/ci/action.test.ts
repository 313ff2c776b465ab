import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAction } from './composite-action.ts';
import { ROOT } from './workflow-rules.ts';

const RELEASED = readFileSync(join(ROOT, 'packages/contract/openapi/observability.yaml'), 'utf8');

test('a change that breaks nobody passes, and its report is in the summary of the job', () => {
  const folder = repository({ 'released.yaml': RELEASED, 'openapi.yaml': RELEASED });
  const run = runAction(folder, { 'old-contract': 'released.yaml', 'new-contract': 'openapi.yaml' });
  expect(run.log).not.toContain('error');
  expect(run).toMatchObject({ succeeded: true, outputs: { 'contract-diff': 'compatible', conformance: '' } });
  expect(run.summary).toContain('Nothing has changed');
});

test('a change that breaks somebody fails, and the report names it', () => {
  const changed = RELEASED.replaceAll('/api/v2/alerts/{alertId}', '/api/v2/alarms/{alertId}');
  const folder = repository({ 'released.yaml': RELEASED, 'openapi.yaml': changed });
  const inputs = { 'old-contract': 'released.yaml', 'new-contract': 'openapi.yaml', 'report-folder': 'out' };
  const run = runAction(folder, inputs);
  expect(run).toMatchObject({ succeeded: false, outputs: { 'contract-diff': 'breaking' } });
  expect(run.summary).toContain('/api/v2/alerts/{alertId}');
  expect(readFileSync(join(folder, 'out/contract-diff.md'), 'utf8')).toBe(run.summary);
});

test('a contract that is not there cannot be told', () => {
  const run = runAction(repository({}), {
    'old-contract': 'nowhere.yaml',
    'new-contract': 'nor here; touch x',
  });
  expect(run).toMatchObject({ succeeded: false, outputs: { 'contract-diff': 'unknown' } });
  expect(run.log).toContain('nowhere.yaml');
});

/** A folder of a repository that uses the action. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-adopter-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

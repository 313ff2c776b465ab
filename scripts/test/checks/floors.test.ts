import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FLOORS } from '../../checks/floors.ts';
import { importViolations } from '../../checks/imports.ts';

const workspace = join(import.meta.dirname, '../../..');

test('no import of the workspace violates a floor, a room or a package border', async () => {
  expect(await importViolations(workspace)).toEqual([]);
});

/** One import for each rule that violates it: the file, and what it imports. */
const VIOLATIONS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-cycles': ['packages/site/src/one.ts', 'packages/site/src/two.ts'],
  'floor-of-contract': ['packages/contract/src/floor.ts', 'packages/site/src/end.ts'],
  'floor-of-contract-diff': ['packages/contract-diff/src/floor.ts', 'packages/contract/src/end.ts'],
  'floor-of-client': ['packages/client/src/floor.ts', 'packages/mock/src/end.ts'],
  'floor-of-server': ['packages/server/src/floor.ts', 'packages/site/src/end.ts'],
  'floor-of-engine': ['packages/engine/src/floor.ts', 'packages/server/src/end.ts'],
  'floor-of-conformance': ['packages/conformance/src/floor.ts', 'packages/server/src/end.ts'],
  'floor-of-site': ['packages/site/src/floor.ts', 'packages/client/src/end.ts'],
  'floor-of-mock': ['packages/mock/src/floor.ts', 'packages/contract-diff/src/end.ts'],
  'floor-of-reference-server': ['packages/reference-server/src/floor.ts', 'packages/mock/src/end.ts'],
  'client-and-server-apart': ['packages/client/test/apart.ts', 'packages/server/src/end.ts'],
  'client-in-commands': ['packages/reference-server/src/api/client.ts', 'packages/client/src/end.ts'],
  'reference-server-by-testing': ['packages/mock/test/deep.ts', 'packages/reference-server/src/cli/end.ts'],
  'testing-in-tests': ['packages/mock/src/testing.ts', 'packages/reference-server/src/api/testing/end.ts'],
  'no-scripts-in-packages': ['packages/site/test/script.ts', 'scripts/end.ts'],
  'no-deep-imports': ['packages/site/test/deep.ts', 'packages/contract/src/end.ts'],
  'room-api': ['packages/reference-server/src/api/up.ts', 'packages/reference-server/src/cli/end.ts'],
  'room-pipes': ['packages/reference-server/src/pipes/up.ts', 'packages/reference-server/src/api/end.ts'],
  'room-stack': ['packages/reference-server/src/stack/up.ts', 'packages/reference-server/src/pipes/end.ts'],
  'room-worker': ['packages/reference-server/src/worker/up.ts', 'packages/reference-server/src/pipes/end.ts'],
  'room-alerts': [
    'packages/reference-server/src/alerts/up.ts',
    'packages/reference-server/src/worker/end.ts',
  ],
  'room-runtime': ['packages/reference-server/src/runtime/up.ts', 'packages/reference-server/src/cli/end.ts'],
  'room-storage': ['packages/reference-server/src/storage/up.ts', 'packages/reference-server/src/api/end.ts'],
  'room-telemetry': [
    'packages/reference-server/src/telemetry/up.ts',
    'packages/reference-server/src/storage/end.ts',
  ],
  'stack-base-at-the-bottom': [
    'packages/reference-server/src/stack/base/up.ts',
    'packages/reference-server/src/stack/alerts/end.ts',
  ],
  'stack-registry-at-the-top': [
    'packages/reference-server/src/stack/alerts/up.ts',
    'packages/reference-server/src/stack/registry.ts',
  ],
};

test('each rule reports an import that violates it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-floors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [from, to] of Object.values(VIOLATIONS)) {
    const up = '../'.repeat(from.split('/').length - 1);
    write(from, `import { end } from '${up}${to}';\nexport const start = end;\n`);
    write(to, 'export const end = 1;\n');
  }
  write('packages/site/src/two.ts', "import { start } from './one.ts';\nexport const end = () => start;\n");

  const violations = await importViolations(folder);
  const expected = Object.entries(VIOLATIONS).map(([rule, [from, to]]) => ({ rule, from, to }));
  expect(violations).toEqual(expect.arrayContaining(expected));
  expect(Object.keys(VIOLATIONS).toSorted()).toEqual(FLOORS.map(({ name }) => name).toSorted());
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { githubDiagnostics } from '../support/github-parser.ts';
import { ROOT, type Step, stepViolations, unpinned, violationsOf } from '../support/workflow-rules.ts';

const FOLDER = '.github/workflows';
const WORKFLOWS = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
const ACTION = 'action.yml';
const FILES = [...WORKFLOWS, ACTION];

describe.each(FILES)('%s', (file) => {
  test('is valid for GitHub, expressions included', async () => {
    expect(await githubDiagnostics(file, read(file))).toEqual([]);
  });
});

test.each(WORKFLOWS)('%s has no more permissions than it needs', (file) => {
  expect(violationsOf(read(file))).toEqual([]);
});

test('the action has no more permissions than it needs', () => {
  const { runs } = parse(read(ACTION)) as { runs: { steps: Step[] } };
  expect([...runs.steps.flatMap(stepViolations), ...unpinned(read(ACTION))]).toEqual([]);
});

test('an action has the same commit in all workflows', () => {
  const uses = FILES.flatMap((file) => read(file).match(/uses: \S+@[0-9a-f]{40} # \S+/g) ?? []);
  const actions = new Set(uses.map((line) => line.split('@')[0]));
  expect(new Set(uses).size).toBe(actions.size);
});

test('each rule reports its violations', () => {
  const careless = `
on: [pull_request, pull_request_target, workflow_run]
permissions: write-all
jobs:
  open:
    runs-on: ubuntu-24.04
    permissions: { contents: write, id-token: write }
    steps:
      - uses: actions/checkout@v7
      - uses: example/action@3d3c42e5aac5ba805825da76410c181273ba90b1 # v1.0.0
      - uses: actions/cache@3d3c42e5aac5ba805825da76410c181273ba90b1
      - name: Greet
        env: { TOKEN: '\${{ secrets.TOKEN }}' }
        run: |
          echo \${{ github.event.pull_request.title }}
          npx pnpm@9.0.0 test
      - name: Halt
        run: if true; then
  late:
    runs-on: ubuntu-24.04
    timeout-minutes: 360
    steps: []
`;
  expect(violationsOf(careless)).toEqual([
    'The workflow gives permissions; write `permissions: {}`.',
    'The workflow has no concurrency group.',
    'pull_request_target gives secrets to a pull request.',
    'A secret is used; this repository needs none.',
    '«- uses: actions/checkout@v7» is not the full commit of a trusted action with its version in a comment.',
    expect.stringContaining('«- uses: example/action@'),
    expect.stringContaining('«- uses: actions/cache@'),
    'open: «actions/checkout@v7» leaves the token in the checkout; set persist-credentials to false.',
    'open: «Greet» puts an expression into a shell; hand it over in env.',
    'open: «Greet» uses pnpm@9.0.0 and not pnpm@12.21.0.',
    'open: «Halt» is not bash.',
    'open: has no time limit of at most 30 minutes.',
    'open: may write contents, id-token while it runs the code of a pull request.',
    'open: has an identity without an environment that guards it.',
    'open: checks out or runs code after a pull request; it may treat what it got as text alone.',
    'late: does not list its permissions one by one.',
    'late: has no time limit of at most 30 minutes.',
  ]);
});

test('a key or an expression that GitHub does not know is reported', async () => {
  const text = `
on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    timeout: 3
    steps:
      - run: echo \${{ github.evnt }}
`;
  expect(await githubDiagnostics(`${FOLDER}/x.yml`, text)).toEqual([
    "line 6: Unexpected value 'timeout'",
    'line 8: Context access might be invalid: evnt',
  ]);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

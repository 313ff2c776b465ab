import type { Check } from './run-checks.ts';

/** What must hold before a test is worth running, in the order in which a mistake is cheapest to see. */
export const CHECKS: readonly Check[] = [
  {
    name: 'generated files are what openapi/ says',
    command: 'node scripts/generate.ts --check',
    advice: 'run `pnpm generate`',
  },
  { name: 'format and lint', command: 'biome check --error-on-warnings .', advice: 'run `pnpm format`' },
  { name: 'packages compile', command: 'tsc -b', advice: 'mend what the compiler names' },
  {
    name: 'the contract breaks nobody unasked',
    command: 'node --run check:breaking',
    advice: 'revert it, find a compatible way, or approve it: openapi/baselines/README.md says how',
  },
  {
    name: 'tests and scripts compile',
    command: 'tsc -p tsconfig.tests.json',
    advice: 'mend what the compiler names',
  },
  {
    name: 'nothing is unused',
    command: 'knip',
    advice: 'remove what nobody uses, or use it',
  },
  {
    name: 'the reference site builds',
    command: 'node packages/site/bin/penstock-site.js',
    advice: 'mend what it names',
  },
];

/** What a pipeline asks for besides: the things that stand on the contract keep it. Everything is built by now. */
export const PROMISES: readonly Check[] = [
  {
    name: 'the workflows hold against the reference server',
    command: 'vitest run packages/reference-server/test/api/workflows.test.ts',
    advice: 'mend the workflow in openapi/workflows, or what the step that failed asks of the server',
  },
  {
    name: 'the reference server conforms',
    command: 'node scripts/checks/conformance.ts',
    advice:
      'each finding has a curl line that shows it; mend the server, or the check if the contract is on the server’s side',
  },
  {
    name: 'the mock responds like the reference server',
    command: 'vitest run packages/mock/test/parity',
    advice:
      'fix the mock, or remove the fixed entries from the ledger; packages/mock/docs/parity.md explains it',
  },
  {
    name: 'the pipelines are safe, and the action works',
    command: 'vitest run scripts/test/ci',
    advice: 'mend what the test names in .github/workflows or action.yml',
  },
];

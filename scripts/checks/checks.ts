import type { Check } from './run-checks.ts';

/** The checks that run before the tests, the cheapest first. */
export const CHECKS: readonly Check[] = [
  {
    name: 'generated files are up to date',
    command: 'node scripts/generate.ts --check',
    advice: 'run `pnpm generate`',
  },
  { name: 'format and lint', command: 'biome check --error-on-warnings .', advice: 'run `pnpm format`' },
  {
    name: 'prose uses the words of the glossary',
    command: 'node scripts/checks/prose.ts',
    advice: 'use the suggested words; exceptions are in scripts/checks/prose/exceptions.yaml',
  },
  { name: 'packages compile', command: 'tsc -b', advice: 'fix the errors that the compiler reports' },
  {
    name: 'the contract has no unapproved breaking change',
    command: 'node --run check:breaking',
    advice: 'revert it, find a compatible way, or approve it: see openapi/baselines/README.md',
  },
  {
    name: 'tests and scripts compile',
    // Several checkers compute the types of the sources several times.
    command: 'tsc -p tsconfig.tests.json --checkers 1',
    advice: 'fix the errors that the compiler reports',
  },
  {
    name: 'the scripts of the lab have no type errors',
    command: 'tsc -p packages/site/tsconfig.lab.json',
    advice: 'fix the errors that the compiler reports',
  },
  {
    name: 'nothing is unused',
    command: 'knip',
    advice: 'remove what is unused, or use it',
  },
  {
    name: 'the program of the reference server builds',
    command: 'node packages/reference-server/build/program.ts',
    advice: 'fix the errors that it reports',
  },
  {
    name: 'the reference site builds',
    command: 'node packages/site/bin/penstock-site.js',
    advice: 'fix the errors that it reports',
  },
];

/** The additional checks of a pipeline, on running servers. CHECKS have built everything. */
export const PROMISES: readonly Check[] = [
  {
    name: 'the workflows run on the reference server',
    command: 'vitest run packages/reference-server/test/api/workflows.test.ts',
    advice: 'fix the workflow in openapi/workflows, or the server for the step that failed',
  },
  {
    name: 'the reference server conforms',
    command: 'node scripts/checks/conformance.ts',
    advice:
      'each violation has a curl line that reproduces it; fix the server, or the check if the contract agrees with the server',
  },
  {
    name: 'the mock responds to each operation like its contract and like the reference server',
    command:
      'PENSTOCK_TEST_OPERATIONS=all vitest run packages/mock/test/mock.test.ts packages/mock/test/parity',
    advice:
      'fix the mock, or remove the fixed entries from the ledger; packages/mock/docs/parity.md explains it',
  },
  {
    name: 'the server rejects none of 60 bodies per operation that match the contract',
    command: 'PENSTOCK_TEST_BODIES=60 vitest run packages/reference-server/test/api/compliant-bodies.test.ts',
    advice: 'fix the rule that the contract does not have, or list it in openapi/guidelines/server-rules.md',
  },
  {
    name: '50 kills of the reference server lose nothing that was acknowledged',
    command: 'PENSTOCK_TEST_KILLS=50 vitest run packages/reference-server/test/worker/crashes.test.ts',
    advice: 'fix the write that is lost or half done; the test prints which request was acknowledged',
  },
  {
    name: '500 times up to 40 parallel transactions are stored as a whole or not at all',
    command:
      'PENSTOCK_TEST_TRANSACTIONS=500 vitest run packages/reference-server/test/storage/group-commit.test.ts',
    advice: 'fix storage/group-commit.ts; the test prints the smallest set of transactions that fails',
  },
  {
    name: 'both validation engines come to the same verdict on 40 requests to each operation',
    command:
      'PENSTOCK_TEST_OPERATIONS=all PENSTOCK_TEST_REQUESTS=40 vitest run packages/server/test/engines/same-verdicts.test.ts',
    advice: 'fix the engine that is wrong; the test prints the smallest request with two verdicts',
  },
  {
    name: 'both validation engines come to the same verdict on the problems of each operation',
    command:
      'PENSTOCK_TEST_PROBLEMS=all vitest run packages/server/test/engines/same-response-verdicts.test.ts',
    advice: 'fix the engine that is wrong; the test prints the smallest body with two verdicts',
  },
  {
    name: 'the request that warms an operation up succeeds on each operation',
    command: 'PENSTOCK_TEST_OPERATIONS=all vitest run packages/server/test/start/warm-up.test.ts',
    advice: 'fix packages/server/src/start/warm-up.ts; the test prints what the response reports',
  },
  {
    name: 'express-openapi-validator compiles each operation once, and sees one media type',
    command:
      'PENSTOCK_TEST_OPERATIONS=all vitest run packages/server/test/engines/express-openapi-validator/validator-engine.test.ts',
    advice: 'fix the engine in packages/server/src/engines/express-openapi-validator',
  },
  {
    name: 'other tools accept both surfaces, and what they generate compiles',
    command: 'node scripts/check-consumers.ts',
    advice: 'fix the contract; the table lists which tool rejects what',
  },
  {
    name: 'the errors of each of these tools are found',
    command: 'PENSTOCK_TEST_CONSUMERS=all vitest run scripts/test/consumers',
    advice: 'fix the entry of the tool in scripts/consumers; the test prints what the tool reports',
  },
  {
    name: 'the published client is typed for each TypeScript version that users have',
    command: 'PENSTOCK_TEST_COMPILERS=all vitest run packages/client/test/published-package.test.ts',
    advice: 'fix the types of the client; the test prints what the compiler reports',
  },
  {
    name: 'the code samples in Go, Rust and Java compile',
    command: 'PENSTOCK_TEST_SAMPLES=all vitest run packages/site/test/samples/compiled-samples.test.ts',
    advice: 'fix the sample; the test prints what the compiler reports',
  },
  {
    name: 'every page of the site is accessible, fits a phone and can be read without JavaScript',
    command: 'PENSTOCK_TEST_PAGES=all vitest run packages/site/test/browser',
    advice: 'fix the page or the part that draws it; the test prints the path of the page and the rule',
  },
  {
    name: 'the benchmark of the generator runs',
    command: 'node scripts/bench-generate.ts --rounds 1',
    advice: 'fix the step that failed: `pnpm generate` or the command of the tool that it is compared with',
  },
  {
    name: 'the pipelines are safe, and the action works',
    command: 'vitest run scripts/test/ci',
    advice: 'fix the errors that the test reports in .github/workflows or action.yml',
  },
];

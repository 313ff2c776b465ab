import { contractDocument } from '@penstock/contract/documents';
import { expect, type TestContext, test } from 'vitest';
import { type DocumentedOperation, documentedOperations } from '../../src/contract/operation-facts.ts';
import { codeSamples } from '../../src/samples/code-samples.ts';
import { compiledLanguages, isInstalled, uncompiledSamples } from '../../src/samples/compilers.ts';
import {
  cargoCheck,
  cargoFetch,
  gofmt,
  goVet,
  javac,
  type NamedSample,
  rustfmt,
} from '../support/sample-compilers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * `pnpm test` formats the samples in Go and Rust, which parses them, and compiles one sample in Java for each shape of call.
 * `pnpm verify` compiles all samples: the first time takes more than a minute of CPU time, most of it for libraries.
 */
const isComplete = process.env.PENSTOCK_TEST_SAMPLES === 'all';

const operations = (['management', 'observability'] as const)
  .map(contractDocument)
  .flatMap(documentedOperations);

test('the samples in Go are formatted', async (context) => {
  skipWithout(context, 'go');
  expect(await gofmt(await temporaryFolder(), samplesIn('go'))).toBe('');
});

test('the samples in Rust are formatted', async (context) => {
  skipWithout(context, 'rust');
  expect(await rustfmt(await temporaryFolder(), samplesIn('rust'))).toBe('');
});

test('the samples in Java compile', async (context) => {
  skipWithout(context, 'java');
  const samples = isComplete ? samplesIn('java') : samplesIn('java', oneOfEachShape());
  expect(samples.length).toBeGreaterThan(5);
  expect(await javac(await temporaryFolder(), samples)).toBe('');
});

test('the samples in Go compile', async (context) => {
  context.skip(!isComplete, 'compiled by pnpm verify');
  skipWithout(context, 'go');
  expect(await goVet(await temporaryFolder(), samplesIn('go'))).toBe('');
});

test('the samples in Rust compile', async (context) => {
  context.skip(!isComplete, 'compiled by pnpm verify');
  skipWithout(context, 'rust');
  const failure = await cargoFetch();
  context.skip(failure !== '' && !process.env.CI, `the crates cannot be downloaded: ${failure}`);
  expect(failure).toBe('');
  expect(await cargoCheck(samplesIn('rust'))).toBe('');
});

test('the build reports each language without a compiler', () => {
  expect(uncompiledSamples('/nowhere')).toEqual([
    'The code samples in Go are not verified on this machine: `go` is not installed.',
    'The code samples in Rust are not verified on this machine: `cargo` is not installed.',
    'The code samples in Java are not verified on this machine: `javac` is not installed.',
  ]);
  expect(uncompiledSamples()).toHaveLength(
    compiledLanguages.filter((language) => !isInstalled(language)).length,
  );
});

/** Skips a test if the compiler is missing, but never in a pipeline, which must have all compilers. */
function skipWithout(context: TestContext, lang: string): void {
  const language = compiledLanguages.find((each) => each.lang === lang) ?? expect.fail(lang);
  const isMissing = !isInstalled(language) && !process.env.CI;
  context.skip(isMissing, `${language.compiler} is not installed`);
}

function samplesIn(lang: string, of: readonly DocumentedOperation[] = operations): NamedSample[] {
  return of.flatMap((operation) =>
    codeSamples(operation)
      .filter((sample) => sample.lang === lang)
      .map(({ example = 'call', source }) => ({ name: `${operation.operationId}_${example}`, source })),
  );
}

/** Returns an operation for each combination of method, credential, body and number of path parameters. */
function oneOfEachShape(): DocumentedOperation[] {
  const shapes = new Map(
    operations.map((operation) => {
      const { method, path, requestExamples } = operation;
      const hasBody = requestExamples.length > 0;
      return [[method, path.split('/')[1], hasBody, path.split('{').length].join(' '), operation] as const;
    }),
  );
  return [...shapes.values()];
}

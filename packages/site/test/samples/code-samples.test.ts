import { type HttpMethod, operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { requestExamples } from '@penstock/contract/examples';
import { expect, test } from 'vitest';
import { documentedOperations } from '../../src/contract/operation-facts.ts';
import { codeSamples, withCodeSamples } from '../../src/samples/code-samples.ts';
import { sampleEnvironment } from '../../src/samples/environment.ts';
import { builtSite, text } from '../support/built-site.ts';

const documents = {
  management: contractDocument('management'),
  observability: contractDocument('observability'),
};
const site = await builtSite();
const samples = new Map(
  Object.values(documents)
    .flatMap(documentedOperations)
    .map((operation) => [operation.operationId, codeSamples(operation)]),
);
const table = Object.entries(operations).map(([id, operation]) => ({
  id: id as keyof typeof operations,
  ...operation,
}));

test.each(table)('$id has a sample in each language for each of its request examples', ({ id }) => {
  const examples = Object.keys(requestExamples(id));
  const expected = ['bash', 'typescript', 'python', 'go', 'rust', 'java'].flatMap((lang) =>
    (examples.length > 0 ? examples : [undefined]).map((example) => [lang, example]),
  );
  expect(samples.get(id)?.map(({ lang, example }) => [lang, example])).toEqual(expected);
});

test('a language has the same label everywhere', () => {
  const labels = [...samples.values()].flat().map(({ lang, label }) => `${lang}: ${label}`);
  expect([...new Set(labels)]).toEqual([
    'bash: curl',
    'typescript: TypeScript',
    'python: Python',
    'go: Go',
    'rust: Rust',
    'java: Java',
  ]);
});

test('every variable of a sample is set by the environment, or is an id in its path', () => {
  const set = [...sampleEnvironment.matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
  for (const { id, pathParameters } of table) {
    const own = pathParameters.map((name) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase());
    for (const { source } of samples.get(id) ?? []) {
      const read = [...source.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name);
      const inBody = JSON.stringify(requestExamples(id));
      expect(
        read.filter((name) => !inBody.includes(name)).filter((name) => ![...set, ...own].includes(name)),
      ).toEqual([]);
    }
  }
});

test('the document for Scalar has the samples, and the published document has none', () => {
  for (const [surface, document] of Object.entries(documents)) {
    const drawn = JSON.parse(text(site, `scalar/${surface}.json`)) as typeof document;
    for (const operation of documentedOperations(document)) {
      expect(drawn.paths[operation.path]?.[operation.method.toLowerCase() as HttpMethod]).toMatchObject({
        'x-codeSamples': codeSamples(operation),
      });
    }
    expect(text(site, `${surface}.json`)).not.toContain('x-codeSamples');
  }
});

test('samples are the only difference between the documents', () => {
  const { management } = documents;
  const before = structuredClone(management);
  const after = JSON.parse(JSON.stringify(withCodeSamples(management)), (key, value) =>
    key === 'x-codeSamples' ? undefined : value,
  );
  expect(after).toEqual(before);
  expect(management).toEqual(before);
});

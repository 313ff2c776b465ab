import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { invalidExamples, requestExamples, responseExamples } from '../src/examples.ts';
import { type Operation, type OperationId, operations } from '../src/index.ts';
import {
  getPipe,
  listPipes,
  MAX_ERRORS,
  type OperationValidators,
  updatePipe,
  validators,
} from '../src/validators.ts';

const ids = Object.keys(operations) as OperationId[];

describe.each(ids)('the validators of %s', (id) => {
  const { statuses, requestBody, pathParameters }: Operation = operations[id];
  const { parameters, responses, requestBody: body } = validators[id] as OperationValidators;

  test('let every example pass', () => {
    expect(body === undefined).toBe(requestBody === 'none');
    for (const [name, value] of Object.entries(requestExamples(id))) expect(body?.(value), name).toEqual([]);
    for (const status of statuses)
      for (const [name, value] of Object.entries(responseExamples(id, status)))
        expect(responses[status]?.(value), `${status} ${name}`).toEqual([]);
  });

  test('reject what the schema rejects, with the pointer and the code of the example', () => {
    for (const [name, { rejectedBy, body: value, errors }] of Object.entries(invalidExamples(id))) {
      const found = body?.(value).map(({ pointer, code }) => ({ pointer, code }));
      if (rejectedBy === 'rule') expect(found, name).toEqual([]);
      else expect(found, name).toEqual(expect.arrayContaining([...errors]));
    }
  });

  test('name the parameters that are missing, unknown or wrong', () => {
    const missing = pathParameters.map((name) =>
      expect.objectContaining({ pointer: `/${name}`, code: 'required' }),
    );
    expect(parameters.path({})).toEqual(missing);
    expect(parameters.query({ 'a/b': '1' })).toEqual([
      expect.objectContaining({ pointer: '/a~1b', code: 'unknown_property' }),
    ]);
    expect(parameters.header({ 'If-Match': '"1"', 'X-Anything': '' })).toEqual([]);
  });
});

describe('a validator', () => {
  test('reports every error, with stable codes and without the values', () => {
    const value = { name: '', extra: 'secret-1', source: { kafka: { credentials: 1 } } };
    expect(updatePipe.requestBody?.(value)).toEqual([
      { pointer: '/extra', code: 'unknown_property', message: 'is not a property of this object; remove it' },
      { pointer: '/name', code: 'invalid_length', message: 'must have at least 1 characters' },
      { pointer: '/source/kafka/credentials', code: 'invalid_type', message: 'must be object or null' },
    ]);
  });

  test('stops at the fiftieth error, at any depth', () => {
    const many = <T>(item: T) => Array.from({ length: 100_000 }, () => item);
    const values = [
      { fieldMappings: many(1) },
      { fieldMappings: many({ sourceField: '', destinationField: '' }) },
      Object.fromEntries(many(0).map((_, index) => [`p${index}`, 1])),
    ];
    for (const value of values) expect(updatePipe.requestBody?.(value)).toHaveLength(MAX_ERRORS);
    expect(updatePipe.requestBody?.({ name: 'orders' })).toEqual([]);
  });

  test('fills in the defaults of a request, and nothing in a response', () => {
    const query: Record<string, unknown> = {};
    expect(listPipes.parameters.query(query)).toEqual([]);
    expect(query).toEqual({ limit: 100 });
    const [response] = Object.values(responseExamples('getPipe', 200));
    const before = structuredClone(response);
    getPipe.responses[200]?.(response);
    expect(response).toEqual(before);
  });

  test('counts characters, not UTF-16 units', () => {
    const name = (length: number) => ({ name: '\u{1f4a7}'.repeat(length) });
    expect(updatePipe.requestBody?.(name(255))).toEqual([]);
    expect(updatePipe.requestBody?.(name(256))).toEqual([
      expect.objectContaining({ pointer: '/name', code: 'invalid_length' }),
    ]);
  });

  test.each([
    ['2026-11-20T10:00:00.000Z', true],
    ['2024-02-29t00:00:00z', true],
    ['2000-02-29T23:59:59+23:59', true],
    ['2016-12-31T23:59:60Z', true],
    ['2017-01-01T08:59:60+09:00', true],
    ['2016-12-31T14:59:60-09:00', true],
    ['2016-12-31T12:00:60Z', false],
    ['2016-12-31T23:59:61Z', false],
    ['2023-02-29T00:00:00Z', false],
    ['1900-02-29T00:00:00Z', false],
    ['2026-04-31T00:00:00Z', false],
    ['2026-13-01T00:00:00Z', false],
    ['2026-01-00T00:00:00Z', false],
    ['2026-01-01T24:00:00Z', false],
    ['2026-01-01T00:00:00', false],
    ['2026-01-01T00:00:00+24:00', false],
    ['2026-01-01', false],
  ])('accepts %s as a timestamp: %s', (timestamp, fits) => {
    const [response] = Object.values(responseExamples('getPipe', 200)) as { result: object }[];
    const found = getPipe.responses[200]?.({
      ...response,
      result: { ...response?.result, createdAt: timestamp },
    });
    expect(found).toEqual(fits ? [] : [expect.objectContaining({ pointer: '/result/createdAt' })]);
  });
});

describe('the module', () => {
  test('imports nothing else, and compiles nothing', () => {
    const own = [
      'date-time.ts',
      'error-codes.ts',
      'error-messages.ts',
      'rule-errors.ts',
      'variant-errors.ts',
    ];
    const files = ['validation.ts', 'reader/json-pointer.ts', ...own.map((file) => `validation/${file}`)];
    const imports = ['generated/validators.ts', ...files].flatMap((file) => {
      const url = new URL(`../src/${file}`, import.meta.url);
      const source = readFileSync(url, 'utf8');
      expect(source).not.toMatch(/\beval\b|new Function|\brequire\(/);
      // Imports of types are erased.
      return [...source.matchAll(/^import (?!type\b).* from '(.+)'/gm)].map(
        ([, name = '']) => new URL(name, url).href,
      );
    });
    const urls = files.map((file) => new URL(`../src/${file}`, import.meta.url).href);
    expect([...new Set(imports)].sort()).toEqual(urls.sort());
  });

  test('lets a bundler drop the operations that are not used', async () => {
    const bundled = async (contents: string) => {
      const stdin = { contents, resolveDir: import.meta.dirname };
      const options = { stdin, bundle: true, minify: true, write: false, format: 'esm' } as const;
      const { outputFiles } = await build({ ...options, conditions: ['@penstock/source'] });
      return outputFiles[0]?.text ?? '';
    };
    const one = await bundled("export { getPipe } from '@penstock/contract/validators'");
    const all = await bundled("export * from '@penstock/contract/validators'");
    expect(one).toContain('streaming_max_insert_wait_ms');
    expect(one).not.toMatch(/tiles|thresholdType|AvroConfluent/);
    expect(one.length).toBeLessThan(all.length / 4);
  });
});

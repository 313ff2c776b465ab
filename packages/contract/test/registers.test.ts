import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { problems, type Surface } from '../src/index.ts';
import { tableRows, unquoted } from './support/markdown-tables.ts';

const surfaces: Surface[] = ['management', 'observability'];

/** Decisions that appear nowhere in the contract, because they concern the server only; each with the reason. */
const ONLY_IN_THE_SERVER: Record<string, string> = {
  'D-96': 'when a revoked credential stops working is not part of a response',
};

/** Every extension key of a bundle with its values. Examples are data and have none. */
function extensionsOf(surface: Surface): [key: string, value: unknown][] {
  const found: [string, unknown][] = [];
  function visit(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'example' || key === 'examples' || key === 'default') continue;
      if (key.startsWith('x-')) found.push([key, child]);
      else visit(child);
    }
  }
  visit(contractDocument(surface));
  return found;
}

const extensions = surfaces.flatMap(extensionsOf);

/** The values of one extension key in both bundles, each once and in order. */
function valuesOf(key: string) {
  return unique(
    extensions.filter(([name]) => name === key).flatMap(([, value]) => value as string | string[]),
  );
}

function unique(values: readonly string[]) {
  return [...new Set(values)].sort();
}

/** The values of an open set, which must be the same on both surfaces. */
function openSet(component: string) {
  const [first, second] = surfaces.map((surface) => {
    const schema = contractDocument(surface).components.schemas?.[component];
    return (schema as { 'x-extensible-enum': string[] })['x-extensible-enum'];
  });
  expect(second).toEqual(first);
  return first ?? [];
}

describe('errors.md', () => {
  const rows = tableRows('errors.md', 'code');
  const listed = rows.filter(([, status]) => /^\d{3}$/.test(status ?? ''));
  const entries = rows.filter((row) => !listed.includes(row));

  test('has the example body of the contract', () => {
    const file = new URL('../../../openapi/guidelines/errors.md', import.meta.url);
    const [, body = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8')) ?? [];
    const { BadRequest } = contractDocument('management').components.responses ?? {};
    expect(BadRequest).toHaveProperty(
      ['content', 'application/problem+json', 'examples', 'validation_failed', 'value'],
      JSON.parse(body),
    );
  });

  test('has one row for each problem code, with its status', () => {
    const catalogue = Object.entries(problems).map(([code, { status }]) => `${code} ${status}`);
    const page = listed.map(([code, status]) => `${unquoted(code)} ${status}`);
    expect(page.toSorted()).toEqual(catalogue.toSorted());
  });

  test('documents for each problem when it occurs and what to do', () => {
    const incomplete = listed.filter((row) => row.length !== 4 || row.includes(''));
    expect(incomplete).toEqual([]);
  });

  test('has one row for each entry code, with its meaning', () => {
    const page = entries.map(([code]) => unquoted(code));
    expect(page.toSorted()).toEqual(openSet('ProblemEntryCode').toSorted());
    expect(entries.filter((row) => row.length !== 2 || row.includes(''))).toEqual([]);
  });

  test('knows the codes that the contract lists as known', () => {
    expect(openSet('ProblemCode').toSorted()).toEqual(Object.keys(problems).toSorted());
  });
});

describe('decisions.md', () => {
  const ids = tableRows('decisions.md', 'id').map(([id]) => id ?? '');
  const used = valuesOf('x-decision');

  test('has one row for each decision that the contract names', () => {
    expect(ids.toSorted(), 'each once').toEqual(unique(ids));
    const sections = readFileSync(
      new URL('../../../openapi/guidelines/decisions.md', import.meta.url),
      'utf8',
    );
    for (const section of sections.split('\n## ')) {
      const inSection = [...section.matchAll(/^\| (D-\d\d) /gm)].map(([, id]) => id ?? '');
      expect(inSection, 'in order').toEqual(unique(inSection));
    }
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has no row that the contract never names', () => {
    const unused = ids.filter((id) => !used.includes(id));
    expect(unused).toEqual(Object.keys(ONLY_IN_THE_SERVER).toSorted());
  });

  test('has the question and the choice of each', () => {
    const rows = tableRows('decisions.md', 'id');
    expect(rows.filter((row) => row.includes(''))).toEqual([]);
    expect(ids.filter((id) => !/^D-\d{2}$/.test(id))).toEqual([]);
  });
});

describe('extensions.md', () => {
  test('has one row for each key of the contract, and no others', () => {
    const keys = tableRows('extensions.md', 'key').map(([key]) => unquoted(key));
    expect(keys.toSorted()).toEqual(unique(extensions.map(([key]) => key)));
  });
});

describe('compatibility.md', () => {
  test('explains every tier of stability that an operation has', () => {
    const tiers = tableRows('compatibility.md', 'tier').map(([tier]) => unquoted(tier));
    expect(valuesOf('x-stability').filter((tier) => !tiers.includes(tier))).toEqual([]);
  });
});

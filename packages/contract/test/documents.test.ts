import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import type { Surface } from '../src/index.ts';

const surfaces: Surface[] = ['management', 'observability'];

describe('the bundles', () => {
  test.each(surfaces)('the %s bundle refers to nothing outside of itself', (surface) => {
    const text = JSON.stringify(contractDocument(surface));
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.filter((reference) => !reference?.startsWith('#/components/'))).toEqual([]);
    expect(text).not.toContain('"externalValue"');
  });

  test('are new objects for each caller: a change of one is not visible to another', () => {
    Object.assign(contractDocument('management'), { paths: {} });
    expect(contractDocument('management').paths).not.toEqual({});
  });
});

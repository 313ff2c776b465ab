import { expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { type Surface, secretNames } from '../src/index.ts';

const surfaces: Surface[] = ['management', 'observability'];

test('every property that is marked as a secret, in any schema, is one of the secret names', () => {
  const marked = surfaces.flatMap((surface) => {
    const text = JSON.stringify(contractDocument(surface));
    const components = JSON.parse(text).components.schemas;
    const found: string[] = [];
    JSON.parse(text, (_key, value) => {
      for (const [name, part] of Object.entries<{ $ref?: string }>(value?.properties ?? {})) {
        const schema = part.$ref === undefined ? part : components[part.$ref.split('/').at(-1) ?? ''];
        if (schema?.writeOnly === true || schema?.format === 'password') found.push(name);
      }
      return value;
    });
    return found;
  });
  expect([...new Set(marked)].toSorted()).toEqual(secretNames);
});

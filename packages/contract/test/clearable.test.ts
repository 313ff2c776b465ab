import { expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { resolve } from '../src/reader.ts';

type Schema = Record<string, unknown> & { readonly properties?: Record<string, Schema> };

const document = contractDocument('management');
const schemas = document.components.schemas as Record<string, Schema>;

/** What only people read, and what an update differs in: it has no default and may remove the property. */
const DIFFERENT = [
  'description',
  'examples',
  'default',
  'x-decision',
  'x-clearable',
  'required',
  'minProperties',
];

/** The constraints of a schema, as text. */
function constraintsOf(schema: Schema): string {
  return JSON.stringify(resolve<Schema>(document, schema), (name, value: unknown) => {
    if (DIFFERENT.includes(name)) return undefined;
    if (name === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null');
    if (name === 'enum') return (value as unknown[]).filter((item) => item !== null);
    return value;
  });
}

const clearable = Object.entries(schemas)
  .filter(([name]) => name.endsWith('Update'))
  .flatMap(([update, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, property]) => resolve<Schema>(document, property)['x-clearable'] === true)
      .map(([property]) => [update, property] as const),
  );

test('properties that null removes exist', () => {
  expect(clearable).toContainEqual(['PipeSettingsUpdate', 'engine_max_threads']);
  expect(clearable).toContainEqual(['KafkaSourceUpdate', 'caCertificate']);
});

test.each(clearable)('%s: %s accepts what the creation accepts, and null', (update, property) => {
  const creation = schemas[update.replace(/Update$/, 'Create')];
  const created = creation?.properties?.[property] ?? {};
  const updated = schemas[update]?.properties?.[property] ?? {};
  expect(constraintsOf(updated)).toBe(constraintsOf(created));
});

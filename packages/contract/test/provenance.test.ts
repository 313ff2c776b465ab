import { describe, expect, test } from 'vitest';
import { contractDocument } from '../src/documents.ts';
import { isReference, listedProperties, resolve, type SchemaObject } from '../src/reader.ts';
import { specification } from './support/specification.ts';

/** Components of the specification without rows of their own: two sets of values, the settings and the request ID. */
const GIVEN = ['AlertSource', 'AlertThresholdType', 'PipeSettings', 'RequestId'];
const lists = Object.entries(Object.groupBy(specification.fields, ({ schema }) => schema)).map(
  ([schema, fields = []]) => ({ schema, fields }),
);

describe.each(['management', 'observability'] as const)('the properties of the %s bundle', (surface) => {
  const document = contractDocument(surface);
  const given = listedProperties(document, lists);
  const properties = Object.entries(document.components.schemas ?? {}).flatMap(
    ([name, { properties: all = {} }]) =>
      Object.entries(all).map(([property, schema]) => ({
        path: `${name}/${property}`,
        isGiven: given.get(all)?.has(property) ?? false,
        schema: schema as SchemaObject,
      })),
  );

  test('have a mark, or are in the specification', () => {
    const unmarked = properties.filter(
      ({ isGiven, schema }) => !isGiven && !isReference(schema) && schema['x-decision'] === undefined,
    );
    expect(unmarked.map(({ path }) => path)).toEqual([]);
  });

  test('refer to schemas that have a mark, or are in the specification', () => {
    const unmarked = properties.filter(
      ({ isGiven, schema }) =>
        !isGiven &&
        isReference(schema) &&
        resolve<SchemaObject>(document, schema)['x-decision'] === undefined &&
        !GIVEN.includes(schema.$ref.replace('#/components/schemas/', '')),
    );
    expect(unmarked.map(({ path }) => path)).toEqual([]);
  });

  test('include some of each origin', () => {
    const isMarked = ({ schema }: (typeof properties)[number]) => schema['x-decision'] !== undefined;
    expect(properties.filter(({ isGiven }) => isGiven).length).toBeGreaterThan(10);
    expect(properties.filter((one) => !one.isGiven && isMarked(one)).length).toBeGreaterThan(100);
  });
});

describe.each(['management', 'observability'] as const)('the bounds of the %s bundle', (surface) => {
  const { schemas = {} } = contractDocument(surface).components;
  const BOUNDS = ['minimum', 'maximum', 'maxLength', 'maxItems'];
  /** Decisions that state the bound itself. */
  const OF_THEIR_OWN = ['D-07', 'D-45', 'D-78'];

  test('are marked as those of public systems (D-16) or as ours (D-17)', () => {
    const bounded = Object.entries(schemas).flatMap(([name, schema]) =>
      [[name, schema] as const].concat(
        Object.entries(schema.properties ?? {}).map(
          ([property, value]) => [`${name}/${property}`, value as SchemaObject] as const,
        ),
      ),
    );
    const unmarked = bounded.filter(([, schema]) => {
      const decisions = [schema['x-decision']].flat() as string[];
      const isMarked = [...OF_THEIR_OWN, 'D-16', 'D-17'].some((id) => decisions.includes(id));
      return BOUNDS.some((keyword) => keyword in schema) && !isMarked;
    });
    expect(unmarked.map(([name]) => name)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  componentName,
  isReference,
  reachedComponents,
  reachedReferences,
  resolve,
  type SchemaObject,
} from '../../src/reader.ts';
import { documentWith } from '../support/document.ts';

const TEXT: SchemaObject = { type: 'string' };
const TREE: SchemaObject = {
  properties: {
    children: { items: { $ref: '#/components/schemas/Tree' } },
    name: { $ref: '#/components/schemas/Name' },
  },
};

describe('a reference', () => {
  const document = documentWith({
    paths: { '/barns/{barn~id}': { get: { operationId: 'getBarn' } } },
    components: {
      schemas: {
        Text: TEXT,
        Name: { $ref: '#/components/schemas/Text' },
        'A/B': { type: 'null' },
        First: { $ref: '#/components/schemas/Second' },
        Second: { $ref: '#/components/schemas/First' },
      },
    },
  });

  test('leads to its node, through other references if necessary', () => {
    expect(resolve(document, { $ref: '#/components/schemas/Name' })).toBe(TEXT);
  });

  test.each([
    ['#/components/schemas/A~1B', { type: 'null' }],
    ['#/paths/~1barns~1{barn~0id}/get/operationId', 'getBarn'],
    ['#/paths/~1barns~1%7Bbarn~0id%7D/get/operationId', 'getBarn'],
  ])('%s leads to a name that is escaped in it', ($ref, node) => {
    expect(resolve(document, { $ref })).toEqual(node);
  });

  test('is the only kind of node that is followed', () => {
    expect(resolve(document, TEXT)).toBe(TEXT);
    expect(resolve(document, undefined)).toBeUndefined();
    expect(isReference({ $ref: '#/x' })).toBe(true);
    expect([{}, { $ref: 1 }, null, undefined, '#/x'].some(isReference)).toBe(false);
  });

  test('names a component by its last segment', () => {
    expect(componentName({ $ref: '#/components/schemas/A~1B' })).toBe('A/B');
  });

  test.each(['#/components/schemas/Barn', '#/components/schemas/Text/toString', '#/nothing'])(
    'to %s, which does not exist, is an error with the reference and the document',
    ($ref) => {
      const error = `The reference "${$ref}" leads to nothing in the document "Barns".`;
      expect(() => resolve(document, { $ref })).toThrow(error);
      expect(() => reachedReferences(document, { $ref })).toThrow(error);
    },
  );

  test('into another file is an error', () => {
    expect(() => resolve(document, { $ref: 'barn.yaml' })).toThrow('"barn.yaml" is not a local reference');
  });

  test('that leads back to itself is an error with the reference and the document', () => {
    expect(() => resolve(document, { $ref: '#/components/schemas/First' })).toThrow(
      'The reference "#/components/schemas/First" leads back to itself in the document "Barns".',
    );
  });
});

describe('what a node reaches', () => {
  const document = documentWith({
    components: {
      schemas: {
        Tree: TREE,
        Name: TEXT,
        Unused: TEXT,
        Cat: TEXT,
        Dog: { $ref: '#/components/schemas/Name' },
      },
      responses: {
        Barn: {
          description: '',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
        },
      },
    },
  });

  test('is each component that it needs, once, even if a schema contains itself', () => {
    const reached = reachedComponents(document, {
      responses: { 200: { $ref: '#/components/responses/Barn' } },
    });
    expect(reached).toEqual({
      responses: { Barn: document.components.responses?.Barn },
      schemas: { Tree: TREE, Name: TEXT },
    });
  });

  test('is the whole component for a reference into one', () => {
    const reached = reachedComponents(document, { $ref: '#/components/schemas/Tree/properties/children' });
    expect(reached).toEqual({ schemas: { Tree: TREE, Name: TEXT } });
  });

  test('includes the schemas that a discriminator maps to', () => {
    const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog', bird: 'Bird' };
    const reached = reachedComponents(document, { discriminator: { propertyName: 'kind', mapping } });
    expect(Object.keys(reached.schemas ?? {}).sort()).toEqual(['Cat', 'Dog', 'Name']);
  });

  test('is listed by reference', () => {
    const reached = reachedReferences(document, { $ref: '#/components/schemas/Tree' });
    expect([...reached]).toEqual([
      ['#/components/schemas/Tree', TREE],
      ['#/components/schemas/Name', TEXT],
    ]);
  });

  test('is nothing for a node without references', () => {
    expect(reachedComponents(document, TEXT)).toEqual({});
    expect(reachedReferences(document, null).size).toBe(0);
  });
});

import { expect, test } from 'vitest';
import { inheritMarks } from '../../../generate/bundle/inherited-marks.ts';
import type { OpenApiDocument } from '../../../generate/read/contract-reader.ts';

const groups = [{ schema: 'Alert', fields: [{ pointer: '/name' }, { pointer: '/channel/type' }] }];

test('writes the mark of a schema to its properties, unless they are given, marked or references', () => {
  const schemas = {
    Alert: {
      'x-decision': ['D-14', 'D-19'],
      properties: {
        name: { type: 'string' },
        colour: { type: 'string' },
        own: { type: 'string', 'x-decision': 'D-43' },
        channel: { $ref: '#/components/schemas/Channel' },
      },
    },
    Channel: { 'x-decision': 'D-47', properties: { type: { type: 'string' }, id: { type: 'string' } } },
    Unmarked: { properties: { id: { type: 'string' } } },
  };
  const document = { components: { schemas } } as unknown as OpenApiDocument;
  inheritMarks(document, { groups });
  const marks = Object.entries(document.components.schemas ?? {}).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).map(([name, property]) => [
      `${schema}/${name}`,
      (property as Record<string, unknown>)['x-decision'],
    ]),
  );
  expect(Object.fromEntries(marks)).toEqual({
    'Alert/name': undefined,
    'Alert/colour': ['D-14', 'D-19'],
    'Alert/own': 'D-43',
    'Alert/channel': undefined,
    'Channel/type': undefined,
    'Channel/id': 'D-47',
    'Unmarked/id': undefined,
  });
});

import { expect, test } from 'vitest';
import { methodName, resourceProperty, resourceType } from '../../src/reader.ts';

test.each([
  ['pipes', 'Pipes', 'pipes'],
  ['saved-searches', 'SavedSearches', 'savedSearches'],
])('the resource of the tag %s', (tag, type, property) => {
  expect([resourceType(tag), resourceProperty(tag)]).toEqual([type, property]);
});

test.each([
  ['listStackSavedSearches', 'saved-searches', 'list'],
  ['updateStackAlert', 'alerts', 'update'],
  ['updateAlert', 'alerts', 'update'],
  ['getPipeSettings', 'pipes', 'getSettings'],
  ['updatePipeState', 'pipes', 'updateState'],
])('the method of %s', (operationId, tag, method) => {
  expect(methodName(operationId, tag)).toBe(method);
});

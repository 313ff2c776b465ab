import { expect, test } from 'vitest';
import { lines } from '../../src/published/text-lines.ts';

test('breaks a text after spaces and slashes', () => {
  expect(lines('a word', { width: 10, count: 2 })).toEqual(['a word']);
  expect(lines('some words of a title', { width: 11, count: 3 })).toEqual(['some words', 'of a title']);
  expect(lines('/v1/organizations/{id}/pipes', { width: 18, count: 3 })).toEqual([
    '/v1/organizations/',
    '{id}/pipes',
  ]);
});

test('ends a text that is too long with an ellipsis', () => {
  expect(lines('one two three four', { width: 5, count: 2 })).toEqual(['one', 'two…']);
  expect(lines('unbreakable', { width: 5, count: 1 })).toEqual(['unbreakable']);
});

import { expect, test } from 'vitest';
import { operationAnchor, relativeLink } from '../src/links.ts';

test.each([
  ['index.html', 'guides/errors.html', 'guides/errors.html'],
  ['guides/paging.html', 'guides/errors.html#x', 'errors.html#x'],
  ['guides/paging.html', 'site.css', '../site.css'],
  ['guides/paging.html', 'guides/paging.html#x', '#x'],
  ['guides/paging.html', 'guides/paging.html', 'paging.html'],
  ['index.html', 'https://example.net/', 'https://example.net/'],
])('from %s to %s is %s', (from, target, link) => {
  expect(relativeLink(from, target)).toBe(link);
});

test('the link to an operation has the fragment of Scalar', () => {
  const operation = {
    surface: 'observability',
    tag: 'alerts',
    method: 'GET',
    path: '/api/v2/alerts/{alertId}',
  } as const;
  expect(operationAnchor(operation)).toBe('observability.html#tag/alerts/GET/api/v2/alerts/%7BalertId%7D');
});

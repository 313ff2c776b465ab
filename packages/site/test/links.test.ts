import { expect, test } from 'vitest';
import { markdownFile, operationPage, pageFile, relativeLink } from '../src/links.ts';

test.each([
  ['index.html', 'guides/errors.html', 'guides/errors.html'],
  ['guides/paging.html', 'guides/errors.html#x', 'errors.html#x'],
  ['guides/paging.html', 'site.css', '../site.css'],
  ['guides/paging.html', 'guides/paging.html#x', '#x'],
  ['guides/paging.html', 'guides/paging.html', 'paging.html'],
  ['index.html', 'reference/errors/not_found/', 'reference/errors/not_found/'],
  ['reference/errors/', 'reference/errors/not_found/#x', 'not_found/#x'],
  ['reference/errors/not_found/', 'reference/errors/', '../'],
  ['reference/errors/not_found/', 'reference/errors/gone/', '../gone/'],
  ['reference/errors/', 'reference/errors/', './'],
  ['reference/errors/index.html', 'reference/errors/#x', '#x'],
  ['reference/errors/', 'site.css', '../../site.css'],
  ['index.html', 'https://example.net/', 'https://example.net/'],
])('from %s to %s is %s', (from, target, link) => {
  expect(relativeLink(from, target)).toBe(link);
});

test('the page of an operation is below its group and its surface', () => {
  const operation = { surface: 'observability', tag: 'alerts', operationId: 'getAlert' } as const;
  expect(operationPage(operation)).toBe('reference/observability/alerts/getAlert/');
});

test.each([
  ['reference/fields/', 'reference/fields/index.html', 'reference/fields/index.md'],
  ['guides/errors.html', 'guides/errors.html', 'guides/errors.md'],
])('the files of %s are %s and %s', (page, file, markdown) => {
  expect([pageFile(page), markdownFile(page)]).toEqual([file, markdown]);
});

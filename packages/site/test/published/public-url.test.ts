import { expect, test } from 'vitest';
import { addressOf, publicUrl } from '../../src/published/public-url.ts';

test.each([
  ['https://docs.example.org', 'https://docs.example.org/'],
  ['https://docs.example.org/', 'https://docs.example.org/'],
  ['http://example.org:8080/a/b', 'http://example.org:8080/a/b/'],
])('%s is a public URL', (text, normalized) => {
  expect(publicUrl(text).href).toBe(normalized);
});

test.each([
  '',
  'docs.example.org',
  'ftp://example.org',
  'https://user:secret@example.org',
  'https://example.org/?page=1',
  'https://example.org/#top',
  'javascript:alert(1)//',
])('%j is rejected with an example', (text) => {
  expect(() => publicUrl(text)).toThrow(/is not the URL of a site: use a value such as https:/);
});

test('the address of a page has no index.html', () => {
  const site = publicUrl('https://example.org/docs');
  expect(addressOf('index.html', site)).toBe('https://example.org/docs/');
  expect(addressOf('reference/fields/index.html', site)).toBe('https://example.org/docs/reference/fields/');
  expect(addressOf('guides/errors.html', site)).toBe('https://example.org/docs/guides/errors.html');
  expect(addressOf('guides/a-index.html', site)).toBe('https://example.org/docs/guides/a-index.html');
});

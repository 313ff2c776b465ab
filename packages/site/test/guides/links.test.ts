import { expect, test } from 'vitest';
import { withLinks } from '../../src/guides/links.ts';

test('links lead to pages; links to other files become text; broken links are errors', () => {
  const linked = (text: string) => withLinks(text, 'guidelines/errors.md', 'guides/errors.html');
  expect(linked('[a](decisions.md#d-05), [`b`](../lint/README.md)')).toBe('[a](decisions.html#d-05), `b`');
  expect(() => linked('[a](nothing.md)')).toThrow(
    'openapi/guidelines/errors.md links to nothing.md, which does not exist: correct the link.',
  );
});

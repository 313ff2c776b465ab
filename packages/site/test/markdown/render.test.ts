import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/markdown/render.ts';

const rendered = (source: string) => renderMarkdown(source, () => undefined).content.text;

test('HTML in a text is escaped', () => {
  expect(rendered('<script>alert(1)</script>')).not.toContain('<script');
  expect(rendered('[x](javascript:alert(1))')).not.toContain('href');
  expect(rendered('```ts\nconst a = "<b>";\n```')).not.toContain('<b>');
});

test('headings have stable and unique ids', () => {
  const { headings } = renderMarkdown('# A b\n\n## D-11: What?\n\n## `x` y\n\n## `x` y', () => undefined);
  expect(headings.map(({ id, level }) => [id, level])).toEqual([
    ['a-b', 1],
    ['d-11', 2],
    ['x-y', 2],
    ['x-y-2', 2],
  ]);
});

test('a table can be scrolled, and its rows have ids', () => {
  const markup = rendered('## Entry codes\n\n| code | b |\n| --- | --- |\n| `a_b` | c |\n');
  expect(markup).toContain(
    '<div class="scroll" role="group" aria-label="Table: Entry codes" tabindex="0"><table>',
  );
  expect(markup).toContain('<tr id="entry-codes-a_b">');
});

test('code with a target is a link, except inside another link', () => {
  const markup = renderMarkdown('`a` [`a` b](c) `d`', (text) => (text === 'a' ? '#a' : undefined)).content
    .text;
  expect(markup).toBe(
    '<p><a href="#a"><code>a</code></a> <a href="c"><code>a</code> b</a> <code>d</code></p>\n',
  );
});

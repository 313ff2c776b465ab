import { expect, test } from 'vitest';
import { linkDecisions, mapLinks } from '../src/markdown/prose.ts';
import { renderMarkdown } from '../src/markdown/render.ts';

const rendered = (source: string) => renderMarkdown(source, () => undefined).content.text;

test('HTML in a text is text', () => {
  expect(rendered('<script>alert(1)</script>')).not.toContain('<script');
  expect(rendered('[x](javascript:alert(1))')).not.toContain('href');
  expect(rendered('```ts\nconst a = "<b>";\n```')).not.toContain('<b>');
});

test('headings have stable places, and no two the same', () => {
  const { headings } = renderMarkdown('# A b\n\n## D-11: What?\n\n## `x` y\n\n## `x` y', () => undefined);
  expect(headings.map(({ id, level }) => [id, level])).toEqual([
    ['a-b', 1],
    ['d-11', 2],
    ['x-y', 2],
    ['x-y-2', 2],
  ]);
});

test('a table scrolls by itself and its rows have places', () => {
  const markup = rendered('## Entry codes\n\n| code | b |\n| --- | --- |\n| `a_b` | c |\n');
  expect(markup).toContain(
    '<div class="scroll" role="group" aria-label="Table: Entry codes" tabindex="0"><table>',
  );
  expect(markup).toContain('<tr id="entry-codes-a_b">');
});

test('code that names something is a link to it, but not inside another link', () => {
  const markup = renderMarkdown('`a` [`a` b](c) `d`', (text) => (text === 'a' ? '#a' : undefined)).content
    .text;
  expect(markup).toBe(
    '<p><a href="#a"><code>a</code></a> <a href="c"><code>a</code> b</a> <code>d</code></p>\n',
  );
});

test('decisions become links in prose alone', () => {
  const linked = linkDecisions('# D-01\n\n(D-01), `D-01`, [D-01](x)\n\n| D-01 | D-02 |', (id) => `#${id}`);
  expect(linked).toBe('# D-01\n\n([D-01](#D-01)), `D-01`, [D-01](x)\n\n| D-01 | [D-02](#D-02) |');
});

test('links change where they lead, in prose alone', () => {
  expect(mapLinks('[a `b`](c) `[a](c)` ![d](c)', (target) => `${target}!`)).toBe(
    '[a `b`](c!) `[a](c)` ![d](c!)',
  );
});

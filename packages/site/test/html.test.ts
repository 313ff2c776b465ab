import { expect, test } from 'vitest';
import { html } from '../src/html.ts';

test('escapes strings, in text and in attributes', () => {
  const hostile = `"><script>alert('&')</script>`;
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
    `<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>`,
  );
});

test('keeps markup, joins lists, prints numbers', () => {
  expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>`.text).toBe('<ul><li>1</li><li>2</li></ul>');
});

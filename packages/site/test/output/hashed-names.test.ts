import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { cacheControlOf } from '../../src/index.ts';
import { withHashedNames } from '../../src/output/hashed-names.ts';
import { siteAsset, siteFile } from '../../src/site-file.ts';
import { builtSite, text } from '../support/built-site.ts';

/** A page that loads two scripts, one of which loads a third, which loads it again. */
function published(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  const scripts = {
    'a/first.js': "import './second.js'; fetch(new URL('../data.json', import.meta.url));",
    'a/second.js': "import('./first.js'); const other = 'third.js';",
    'b/alone.js': 'alert(1);',
    'data.json': '{}',
    ...changes,
  };
  const page =
    '<a href="first.js">, <script src="../a/first.js"></script><p data-script="../b/alone.js" title="b/alone.js">';
  const files = Object.entries(scripts).map(([path, content]) => siteAsset(path, content));
  const all = withHashedNames([...files, siteFile('guides/page.html', page)]);
  return Object.fromEntries(all.map(({ path, content }) => [path, content.toString()]));
}

test('pages and scripts refer to the assets by their new names, and to other files as before', () => {
  const files = published();
  const [first, second, alone, data] = ['a/first', 'a/second', 'b/alone', 'data'].map((name) =>
    Object.keys(files).find((path) => path.startsWith(name)),
  ) as [string, string, string, string];
  expect(first).toMatch(/^a\/first\.[0-9a-f]{10}\.js$/);
  expect(files['guides/page.html']).toBe(
    `<a href="first.js">, <script src="../${first}"></script><p data-script="../${alone}" title="b/alone.js">`,
  );
  expect(files[first]).toBe(
    `import './${posix.basename(second)}'; fetch(new URL('../${data}', import.meta.url));`,
  );
  expect(files[second]).toBe(`import('./${posix.basename(first)}'); const other = 'third.js';`);
});

test('a change gives new names to the asset and to the scripts that load it, and to no others', () => {
  const [before, after] = [published(), published({ 'data.json': '{"new":1}' })].map((files) =>
    Object.keys(files),
  );
  const changed = after?.filter((path) => !before?.includes(path)).map((path) => path.split('.')[0]);
  expect(changed?.sort()).toEqual(['a/first', 'a/second', 'data']);
});

test('caches keep assets, and ask for a new version of all other files', async () => {
  expect(cacheControlOf('search/open.3f9a1c2b4d.js')).toBe('public, max-age=31536000, immutable');
  for (const path of ['index.html', 'guides/errors.md', 'management.json', 'scalar/a-BQw3x9Zq.js'])
    expect(cacheControlOf(path)).toBe('no-cache');
  const scripts = [...(await builtSite()).keys()].filter((path) => /\.(?:js|css)$/.test(path));
  for (const path of scripts) expect(cacheControlOf(path), path).toContain('immutable');
});

test('every relative import of a script exists', async () => {
  const site = await builtSite();
  for (const path of [...site.keys()].filter((each) => each.endsWith('.js'))) {
    const imports = text(site, path).matchAll(
      /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*["'](\.{1,2}\/[^"']+\.\w+)["']/g,
    );
    for (const [, name = ''] of imports)
      expect(site.has(posix.join(posix.dirname(path), name)), `${path} loads ${name}`).toBe(true);
  }
});

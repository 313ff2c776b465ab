import { posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { builtSite, text } from './support/built-site.ts';

const site = await builtSite();

/** The operations with the largest bodies and the most examples, and a small one. */
const measured = [
  'createPipe',
  'updatePipe',
  'createStackDashboard',
  'createDashboard',
  'listAlerts',
] as const;

test.each(measured)('the page of %s is smaller than 60 kB, compressed and with all that it loads', (id) => {
  const { surface, tag } = operations[id];
  const files = loadedBy(`reference/${surface}/${tag}/${id}/index.html`);
  expect(files.size).toBeGreaterThan(3);
  const bytes = [...files].map((path) => compressedSize(path));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});

/** Returns the paths of a page, its scripts with their imports, style sheets and pictures. */
function loadedBy(page: string): Set<string> {
  const references =
    /<(?:script|img)[^>]*?\ssrc="([^"]*)"|<link rel="(?:stylesheet|icon|preload|modulepreload)"[^>]*?href="([^"]*)"/g;
  const files = new Set([page]);
  for (const [, source, link] of text(site, page).matchAll(references))
    files.add(posix.join(posix.dirname(page), source ?? link ?? ''));
  // The loop also visits the paths that it adds.
  for (const path of files) {
    if (!path.endsWith('.js')) continue;
    for (const [, name = ''] of text(site, path).matchAll(/(?:from|import)\s*['"](\.{1,2}\/[^'"]+\.js)['"]/g))
      files.add(posix.join(posix.dirname(path), name));
  }
  return files;
}

function compressedSize(path: string): number {
  const content = site.get(path) ?? expect.fail(path);
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;
}

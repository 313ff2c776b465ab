import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedFiles } from '../../src/output/compression.ts';
import { siteFile } from '../../src/site-file.ts';

test('text gets a brotli and a gzip file next to it', async () => {
  const page = siteFile('guides/page.html', '<p>again</p>'.repeat(100));
  const [brotli, gzip] = await compressedFiles([page]);
  expect([brotli?.path, gzip?.path]).toEqual(['guides/page.html.br', 'guides/page.html.gz']);
  expect(brotliDecompressSync(brotli?.content ?? '')).toEqual(page.content);
  expect(gunzipSync(gzip?.content ?? '')).toEqual(page.content);
});

test.each([
  ['a file that would grow', siteFile('short.txt', 'x')],
  ['text without redundancy', siteFile('random.json', randomBytes(100))],
  ['an empty file', siteFile('empty.css', '')],
  ['a picture that is compressed already', siteFile('picture.png', 'a'.repeat(1000))],
])('leaves %s alone', async (_, file) => {
  expect(await compressedFiles([file])).toEqual([]);
});

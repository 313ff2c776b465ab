import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type SiteFile, siteFile } from '../site-file.ts';

const COMPRESSIBLE = new Set([
  '.atom',
  '.css',
  '.html',
  '.js',
  '.json',
  '.md',
  '.svg',
  '.txt',
  '.xml',
  '.yaml',
]);

/** Higher qualities take twice the time and more, and reduce the size by 2 %. */
const BROTLI_QUALITY = 6;

const encodings = [
  { extension: '.br', compress: brotli },
  { extension: '.gz', compress: promisify(gzip) as (content: Buffer) => Promise<Buffer> },
];

/** Returns the compressed files to write next to `files`: `<path>.br` and `<path>.gz`, only where they are smaller. */
export async function compressedFiles(files: readonly SiteFile[]): Promise<SiteFile[]> {
  const compressible = files.filter(({ path }) => COMPRESSIBLE.has(extname(path)));
  const jobs = compressible.flatMap((file) => encodings.map((encoding) => ({ file, ...encoding }))).values();
  const compressed: SiteFile[] = [];
  // Each compression reserves memory, so only a few run at once. They share the iterator.
  const runners = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const { file, extension, compress } of jobs) {
      const smaller = await compress(file.content);
      if (smaller.length < file.content.length) compressed.push(siteFile(file.path + extension, smaller));
    }
  });
  await Promise.all(runners);
  return compressed.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function brotli(content: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return promisify(brotliCompress)(content, { params });
}

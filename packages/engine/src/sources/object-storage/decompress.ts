import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';

type Codec = 'none' | 'gzip' | 'brotli' | 'zstd' | 'xz';

const CODECS: Readonly<Record<string, Codec>> = {
  none: 'none',
  gzip: 'gzip',
  gz: 'gzip',
  brotli: 'brotli',
  br: 'brotli',
  xz: 'xz',
  lzma: 'xz',
  zstd: 'zstd',
  zst: 'zstd',
};

/** How an object is compressed: by its setting, or by the end of its key, as the engine detects it. */
export function codecOf(key: string, compression: string): Codec {
  const name = compression === 'auto' ? (/\.([^./]+)$/.exec(key)?.[1] ?? '') : compression;
  return CODECS[name.toLowerCase()] ?? 'none';
}

/** The content of an object without its compression. Fails for a content that ends too early. */
export function decompress(content: Readable, codec: Codec): Readable {
  if (codec === 'none') return content;
  if (codec === 'xz')
    throw new UnreadableObject(
      'Objects that are compressed with xz cannot be read row by row. Use gzip or zstd.',
    );
  const stream =
    codec === 'gzip'
      ? createGunzip()
      : codec === 'brotli'
        ? createBrotliDecompress()
        : createZstdDecompress();
  content.once('error', (error) => stream.destroy(error));
  stream.once('close', () => content.destroy());
  return content.pipe(stream);
}

/** An object cannot be read, whatever its rows are. */
export class UnreadableObject extends Error {
  override readonly name = 'UnreadableObject';
}

/** What zlib reports about the content, and not about the connection. */
export function isCorrupt(error: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR__)/.test((error as NodeJS.ErrnoException).code ?? '');
}

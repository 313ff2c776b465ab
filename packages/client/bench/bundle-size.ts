import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Bytes of a program and all that it imports, as a page loads them. */
export interface BundleSize {
  minified: number;
  gzipped: number;
}

/** Bundles a program as Vite does, for browsers, minified. Packages are those that `folder` sees. */
export async function bundleSize(folder: string, program: string): Promise<BundleSize> {
  const workplace = mkdtempSync(join(folder, '.bundle-'));
  try {
    const input = join(workplace, 'program.js');
    writeFileSync(input, program);
    const build = await rolldown({ input, platform: 'browser' });
    const { output } = await build.generate({ format: 'esm', minify: true });
    const code = output[0].code;
    return { minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
  } finally {
    rmSync(workplace, { recursive: true });
  }
}

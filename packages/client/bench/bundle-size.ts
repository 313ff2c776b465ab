import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** The size of a program with its imports, in bytes. */
export interface BundleSize {
  minified: number;
  gzipped: number;
}

/** Bundles a program for browsers like Vite, minified. Packages are resolved from `folder`. */
export async function bundleSize(folder: string, program: string): Promise<BundleSize> {
  const draft = mkdtempSync(join(folder, '.bundle-'));
  try {
    const input = join(draft, 'program.js');
    writeFileSync(input, program);
    const build = await rolldown({ input, platform: 'browser' });
    const { output } = await build.generate({ format: 'esm', minify: true });
    const code = output[0].code;
    return { minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
  } finally {
    rmSync(draft, { recursive: true });
  }
}

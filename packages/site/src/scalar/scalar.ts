import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SiteFile, siteAsset } from '../site-file.ts';

const entry = 'scalar/standalone.esm.js';

/** Returns the files of Scalar: its module, and the chunks that it loads at once or later. */
export async function scalarFiles(): Promise<SiteFile[]> {
  // The package does not export its modules, but it exports a style sheet in the same folder.
  const dist = dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference/style.css')));
  const browser = join(dist, 'browser');
  const chunks = await readdir(join(browser, 'chunks'));
  const names = [
    'standalone.esm.js',
    ...chunks.filter((name) => name.endsWith('.js')).map((name) => `chunks/${name}`),
  ];
  return Promise.all(
    names.map(async (name) =>
      siteAsset(`scalar/${name}`, withoutSourceMap(await readFile(join(browser, name)))),
    ),
  );
}

/** Returns the scripts that Scalar loads before it draws, so that a page can preload them. */
export function neededAtOnce(scalar: readonly SiteFile[]): string[] {
  const byPath = new Map(scalar.map((file) => [file.path, file]));
  const needed = new Set([entry]);
  // The loop also visits the paths that it adds.
  for (const path of needed) {
    const script = byPath.get(path)?.content.toString('utf8') ?? '';
    // Dynamic imports are loaded later.
    for (const [, specifier = ''] of script.matchAll(/\b(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g)) {
      needed.add(posix.join(posix.dirname(path), specifier));
    }
  }
  return [...needed];
}

/** Removes the links to source maps, which are four times as large as the scripts and are not published. */
function withoutSourceMap(script: Buffer): Buffer {
  const comment = script.lastIndexOf('\n//# sourceMappingURL=');
  return comment === -1 ? script : script.subarray(0, comment + 1);
}

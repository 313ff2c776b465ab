import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SiteFile, siteFile } from '../site-file.ts';

const entry = 'scalar/standalone.esm.js';

/** Scalar as its package brings it: a module, and those that it loads at once or when they are needed. */
export async function scalarFiles(): Promise<SiteFile[]> {
  // The package exports no path to its modules, but it exports the style sheet beside them.
  const dist = dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference/style.css')));
  const browser = join(dist, 'browser');
  const chunks = await readdir(join(browser, 'chunks'));
  const names = [
    'standalone.esm.js',
    ...chunks.filter((name) => name.endsWith('.js')).map((name) => `chunks/${name}`),
  ];
  return Promise.all(
    names.map(async (name) =>
      siteFile(`scalar/${name}`, withoutSourceMap(await readFile(join(browser, name)))),
    ),
  );
}

/** What Scalar loads before it draws anything: a page that names these has them all at once. */
export function neededAtOnce(scalar: readonly SiteFile[]): string[] {
  const byPath = new Map(scalar.map((file) => [file.path, file]));
  const needed = new Set([entry]);
  // A set that grows while it is walked is walked to its end.
  for (const path of needed) {
    const script = byPath.get(path)?.content.toString('utf8') ?? '';
    // What is imported by a call is asked for when it is needed, and not before.
    for (const [, specifier = ''] of script.matchAll(/\b(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g)) {
      needed.add(posix.join(posix.dirname(path), specifier));
    }
  }
  return [...needed];
}

/** The source maps are four times the scripts and are not published: naming them would only be broken links. */
function withoutSourceMap(script: Buffer): Buffer {
  const comment = script.lastIndexOf('\n//# sourceMappingURL=');
  return comment === -1 ? script : script.subarray(0, comment + 1);
}

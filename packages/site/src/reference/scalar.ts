import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SiteFile, siteFile } from '../site-file.ts';

/** Scalar in one script. */
export async function scalarFile(): Promise<SiteFile> {
  // The package exports no path to its script, but it exports the style sheet beside it.
  const dist = dirname(fileURLToPath(import.meta.resolve('@scalar/api-reference/style.css')));
  return siteFile('scalar.js', withoutSourceMap(await readFile(join(dist, 'browser/standalone.js'))));
}

/** The source map is four times the script and is not published: naming it would only be a broken link. */
function withoutSourceMap(script: Buffer): Buffer {
  const comment = script.lastIndexOf('\n//# sourceMappingURL=');
  return comment === -1 ? script : script.subarray(0, comment + 1);
}

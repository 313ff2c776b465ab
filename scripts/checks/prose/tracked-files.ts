import { execFileSync } from 'node:child_process';
import { extname } from 'node:path';

const BINARY = new Set(['.ico', '.png', '.webp', '.woff2']);

/** Lists the files under the paths that Git does not ignore, without generated and binary ones, relative to the root. */
export function trackedFiles(root: string, paths: readonly string[]): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--'];
  // No second exclusion: with `:(exclude)*.webp` next to a folder, Git 2.39 lists nothing.
  const pathspec = [...(paths.length > 0 ? paths : ['.']), ':(exclude,attr:linguist-generated)'];
  const listed = execFileSync('git', [...args, ...pathspec], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((file) => file !== '' && !BINARY.has(extname(file)));
}

import { execFileSync } from 'node:child_process';

/** Files without text for people. */
const BINARY = ['*.webp', '*.png', '*.woff2', '*.ico'];

/** Lists the files that Git tracks under the paths, without generated and binary ones, relative to the root. */
export function trackedFiles(root: string, paths: readonly string[]): string[] {
  const excluded = ['attr:linguist-generated', ...BINARY].map((pattern) =>
    pattern.startsWith('attr:') ? `:(exclude,${pattern})` : `:(exclude)${pattern}`,
  );
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--'];
  const listed = execFileSync('git', [...args, ...(paths.length > 0 ? paths : ['.']), ...excluded], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((file) => file !== '');
}

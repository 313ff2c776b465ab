import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { relativeLink } from '../links.ts';
import type { SiteFile } from '../site-file.ts';

/**
 * Adds a hash of the content to the name of each asset, and changes the references to it: the attributes of pages, and the
 * relative names in scripts. The hash of a script covers all files that it loads.
 */
export function withHashedNames(files: readonly SiteFile[]): SiteFile[] {
  const names = hashedNames(files.filter(({ isAsset }) => isAsset));
  return files.map((file) => ({
    ...file,
    path: names.get(file.path) ?? file.path,
    content: renamed(file, names),
  }));
}

/** The published path of each asset. */
type Names = ReadonlyMap<string, string>;

function hashedNames(assets: readonly SiteFile[]): Names {
  const byPath = new Map(assets.map((file) => [file.path, file]));
  const digests = new Map(assets.map(({ path, content }) => [path, digest(content)]));
  const loads = new Map(assets.map((file) => [file.path, loadedBy(file, byPath)]));
  return new Map(
    assets.map(({ path }) => {
      const all = [...reachable(path, loads)].sort().map((each) => `${each} ${digests.get(each)}`);
      return [path, withHash(path, digest(all.join('\n')))];
    }),
  );
}

function digest(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function withHash(path: string, hash: string): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join(dir, `${name}.${hash.slice(0, 10)}${ext}`);
}

/** A relative name in a string of a script. */
const nameInScript = /(["'`])([\w./@-]+\.(?:css|js|json|svg))\1/g;

function loadedBy({ path, content }: SiteFile, assets: ReadonlyMap<string, unknown>): string[] {
  if (!path.endsWith('.js')) return [];
  return [...content.toString('utf8').matchAll(nameInScript)]
    .map(([, , name = '']) => posix.join(posix.dirname(path), name))
    .filter((target) => assets.has(target));
}

function reachable(path: string, loads: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([path]);
  // The loop also visits the paths that it adds.
  for (const each of found) for (const target of loads.get(each) ?? []) found.add(target);
  return found;
}

/** A value of an attribute that can refer to a file. */
const referenceInPage = /(\s(?:href|src|data-[\w-]+)=")([^":#?]+\.\w+)(?=")/g;

function renamed({ path, content }: SiteFile, names: Names): Buffer {
  if (path.endsWith('.html')) return renamedIn(content, referenceInPage, path, names, '');
  if (path.endsWith('.js')) return renamedIn(content, nameInScript, path, names, './');
  return content;
}

/** @param sameFolder the prefix of a name in the same folder: scripts import `./find.js`, and pages load `find.js` */
function renamedIn(content: Buffer, pattern: RegExp, path: string, names: Names, sameFolder: string): Buffer {
  const text = content.toString('utf8');
  const changed = text.replace(pattern, (reference, before: string, target: string) => {
    const name = names.get(posix.join(posix.dirname(path), target));
    if (name === undefined) return reference;
    const link = relativeLink(path, name);
    const after = reference.slice(before.length + target.length);
    return `${before}${link.startsWith('.') ? link : sameFolder + link}${after}`;
  });
  return changed === text ? content : Buffer.from(changed, 'utf8');
}

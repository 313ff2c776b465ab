import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChangesetFile } from '@changesets/parse';
import { bumpAt, highest, isAtLeast } from '../bump.ts';
import type { Bump } from '../change.ts';
import { UndecidedError } from '../undecided.ts';

/** The version that the changes of a contract require, and the one that the changesets of its package announce. */
export interface VersionVerdict {
  readonly package: string;
  readonly version: string;
  /** The bump that the changes require at this version. */
  readonly required: Bump;
  /** The highest bump of the changesets of the package. */
  readonly announced: Bump;
  /** The changesets that name the package, such as `calm-otters-sing.md`. */
  readonly changesets: readonly string[];
  readonly sufficient: boolean;
}

/**
 * Compares the required bump with the changesets of a package.
 *
 * @param folder the `.changeset` folder
 * @param packageFile the package's `package.json`
 * @throws {@link UndecidedError} if one of them cannot be read or understood
 */
export async function compareWithChangesets(
  bump: Bump,
  folder: string,
  packageFile: string,
): Promise<VersionVerdict> {
  const { name, version } = await readPackage(packageFile);
  const found = (await readChangesets(folder)).filter(({ releases }) => releases.has(name));
  const required = bumpAt(version, bump);
  const announced = highest(found.map(({ releases }) => releases.get(name) ?? 'none'));
  return {
    package: name,
    version,
    required,
    announced,
    changesets: found.map(({ file }) => file),
    sufficient: isAtLeast(announced, required),
  };
}

interface Changeset {
  readonly file: string;
  /** Bumps by the name of the package. */
  readonly releases: ReadonlyMap<string, Bump>;
}

async function readChangesets(folder: string): Promise<Changeset[]> {
  const entries = await readdir(folder).catch(() => {
    throw new UndecidedError(`${folder} is not a readable folder. Pass the folder of the changesets.`);
  });
  const files = entries.filter((file) => file.endsWith('.md') && file !== 'README.md').sort();
  return Promise.all(files.map((file) => readChangeset(folder, file)));
}

async function readChangeset(folder: string, file: string): Promise<Changeset> {
  const text = await readFile(join(folder, file), 'utf8');
  try {
    const { releases } = parseChangesetFile(text);
    return { file, releases: new Map(releases.map(({ name, type }) => [name, type])) };
  } catch (error) {
    throw new UndecidedError(
      `${join(folder, file)} is not a changeset: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

async function readPackage(file: string): Promise<{ name: string; version: string }> {
  try {
    const { name, version } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    if (typeof name === 'string' && typeof version === 'string') return { name, version };
  } catch {
    // The sentence below is the same for a file that is missing and for one that is not JSON.
  }
  throw new UndecidedError(
    `${file} is not a package.json with a name and a version. Pass the package.json of the contract's package.`,
  );
}

import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { contractSources } from '../contract/texts.ts';

/** When the contract changed, in UTC, from the commits. The same commit has the same dates, so that builds are reproducible. */
export interface ChangeDates {
  /** The last change of the contract. */
  readonly changed: string;
  /** The date of each release by version. */
  readonly released: ReadonlyMap<string, string>;
}

/**
 * @param changelog the file with the releases; undefined before the first one
 * @returns undefined outside of a git clone
 */
export async function readChangeDates(
  changelog: string | undefined,
  sources = contractSources,
): Promise<ChangeDates | undefined> {
  const last = await git(sources, ['log', '-1', '--format=%cI', '--', '.']);
  if (last === undefined || last === '') return undefined;
  const released = changelog === undefined ? [] : await releaseDates(changelog);
  return { changed: inUtc(new Date(last.trim())), released: new Map(released) };
}

/** Reads when each line of the changelog was last changed. The heading of a release is written on its date. */
async function releaseDates(changelog: string): Promise<[string, string][]> {
  const blame = await git(dirname(changelog), ['blame', '--line-porcelain', basename(changelog)]);
  const lines = (blame ?? '').matchAll(/^committer-time (\d+)\n(?:[^\t].*\n)*\t## (\S+)$/gm);
  return [...lines].map(([, seconds, version = '']) => [version, inUtc(new Date(Number(seconds) * 1000))]);
}

function inUtc(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  return promisify(execFile)('git', ['-C', folder, ...args], { maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

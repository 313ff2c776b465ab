import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changelogFiles } from '../../src/changelog/changelog.ts';
import { readChanges, type SurfaceChanges } from '../../src/changelog/changes.ts';
import { contractBundles } from '../../src/contract/bundle.ts';
import { currentContract } from './current-contract.ts';

export interface ChangedChangelog {
  readonly changes: readonly SurfaceChanges[];
  /** The page of the changelog. */
  readonly page: string;
  readonly markdown: string;
}

/** Returns the changelog for a baseline that `before` makes of the current contract. */
export async function changelogSince(
  before: (yaml: string) => string,
  releases?: string,
): Promise<ChangedChangelog> {
  const changes = await changesSince(before);
  const contract = await currentContract();
  const files = changelogFiles({ changes, releases, dates: undefined }, contract);
  const content = (name: string) => files.find(({ path }) => path === name)?.content.toString('utf8') ?? '';
  return { changes, page: content('changelog.html'), markdown: content('changelog.md') };
}

/** A baseline without changes. */
export function sameContract(yaml: string): string {
  return yaml;
}

/** A baseline with another maximum of `limit`, another summary of `updatePipe` and another title. */
export function differentContract(yaml: string): string {
  return yaml
    .replace('maximum: 1000\n', 'maximum: 2000\n')
    .replace('summary: Update a pipe\n', 'summary: Change a pipe\n')
    .replace(/^ {2}title: .*$/m, '  title: Another title');
}

const compared = new Map<(yaml: string) => string, Promise<SurfaceChanges[]>>();

/** The tests of a worker share the comparisons with the same baseline. */
function changesSince(before: (yaml: string) => string): Promise<SurfaceChanges[]> {
  const known = compared.get(before) ?? compareWith(before);
  compared.set(before, known);
  return known;
}

async function compareWith(before: (yaml: string) => string): Promise<SurfaceChanges[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'penstock-baseline-'));
  for (const name of ['management.yaml', 'observability.yaml']) {
    await writeFile(join(folder.path, name), before(await readFile(join(contractBundles, name), 'utf8')));
  }
  return await readChanges(contractBundles, folder.path);
}

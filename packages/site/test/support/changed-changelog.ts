import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changelogFiles } from '../../src/changelog/changelog.ts';
import { readChanges, type SurfaceChanges } from '../../src/changelog/changes.ts';
import { contractBundles, readBundles } from '../../src/contract/bundle.ts';
import { readContract } from '../../src/contract/contract.ts';
import { readTexts } from '../../src/contract/texts.ts';

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
  const contract = readContract(await readBundles(contractBundles), await readTexts());
  const files = changelogFiles({ changes, releases, dates: undefined }, contract);
  const content = (name: string) => files.find(({ path }) => path === name)?.content.toString('utf8') ?? '';
  return { changes, page: content('changelog.html'), markdown: content('changelog.md') };
}

/** A baseline with another maximum of `limit`, another summary of `updatePipe` and another title. */
export function differentContract(yaml: string): string {
  return yaml
    .replace('maximum: 1000\n', 'maximum: 2000\n')
    .replace('summary: Update a pipe\n', 'summary: Change a pipe\n')
    .replace(/^ {2}title: .*$/m, '  title: Another title');
}

async function changesSince(before: (yaml: string) => string): Promise<SurfaceChanges[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'penstock-baseline-'));
  for (const name of ['management.yaml', 'observability.yaml']) {
    await writeFile(join(folder.path, name), before(await readFile(join(contractBundles, name), 'utf8')));
  }
  return await readChanges(contractBundles, folder.path);
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { onTestFinished } from 'vitest';
import { mergePatch } from './merge-patch.ts';

/** A repository in small: a released contract, the one of today, approvals, changesets and a package. */
export interface ContractFolder {
  readonly baseline: string;
  readonly current: string;
  readonly approvals: string;
  readonly release: { readonly changesets: string; readonly packageFile: string };
  write(file: string, content: string): Promise<string>;
}

/** Makes the folder, whose contract of today is the released one with `change`; it goes when the test ends. */
export async function contractFolder(change: unknown = {}, version = '0.3.0'): Promise<ContractFolder> {
  const root = await mkdtemp(join(tmpdir(), 'contract-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (file: string, content: string) => {
    await writeFile(join(root, file), content);
    return join(root, file);
  };
  const base = parseYaml(await readFile(join(import.meta.dirname, '../../corpus/base.yaml'), 'utf8'));
  await Promise.all(['baseline', 'current', 'changesets'].map((folder) => mkdir(join(root, folder))));
  await write('baseline/pipes.json', JSON.stringify(base, null, 2));
  await write('current/pipes.json', JSON.stringify(mergePatch(base, change), null, 2));
  return {
    baseline: join(root, 'baseline'),
    current: join(root, 'current'),
    approvals: await write('approved-changes.yaml', '# Why they are here.\napprovals: []\n'),
    release: {
      changesets: join(root, 'changesets'),
      packageFile: await write('package.json', JSON.stringify({ name: '@acme/contract', version })),
    },
    write,
  };
}

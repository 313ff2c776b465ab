import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { type Bump, type ContractDiff, diffContracts, type Tier } from '../../src/index.ts';
import { mergePatch } from './merge-patch.ts';

const FOLDER = join(import.meta.dirname, '../../corpus');
/** Merging a patch copies what it changes, so all cases share the document. */
const baseOfCases: Promise<unknown> = readFile(join(FOLDER, 'base.yaml'), 'utf8').then((text) =>
  parseYaml(text),
);

/** One change of the corpus, and the expected result; corpus/README.md explains the keys. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly rule?: string | string[];
  readonly tier?: Tier;
  readonly bump?: Bump;
  readonly before?: unknown;
  readonly change: unknown;
}

/** The cases of one folder of the corpus. */
export async function casesOf(verdict: 'breaking' | 'safe'): Promise<Case[]> {
  const files = (await readdir(join(FOLDER, verdict))).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace('.yaml', ''),
      ...(parseYaml(await readFile(join(FOLDER, verdict, file), 'utf8')) as Omit<Case, 'name'>),
    })),
  );
}

type Changes = Pick<Case, 'before' | 'change'>;

/** The documents before and after the change of a case. */
export async function documentsOf({ before, change }: Changes): Promise<{ before: unknown; after: unknown }> {
  const base = await baseOfCases;
  const old = before === undefined ? base : mergePatch(base, before);
  return { before: old, after: mergePatch(old, change) };
}

/** Compares the documents of a case. */
export async function judgeCase(changes: Changes): Promise<ContractDiff> {
  const { before, after } = await documentsOf(changes);
  return diffDocuments(before, after);
}

/** Compares two documents in memory. */
export async function diffDocuments(before: unknown, after: unknown): Promise<ContractDiff> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  try {
    const files = [join(folder, 'before.json'), join(folder, 'after.json')] as const;
    await writeFile(files[0], JSON.stringify(before));
    await writeFile(files[1], JSON.stringify(after));
    return await diffContracts(...files);
  } finally {
    await rm(folder, { recursive: true });
  }
}

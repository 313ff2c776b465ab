import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SiteBuildError } from '../site-build-error.ts';

/** The hand-written texts and registers of the contract by their path in `openapi/`. */
export type Texts = ReadonlyMap<string, string>;

/** The contract's folder in a checkout. The published package contains the built site, not the texts. */
export const contractSources = fileURLToPath(new URL('../../../../openapi/', import.meta.url));

const folders = ['description', 'description/guides', 'guidelines', 'specification'];

/** @throws SiteBuildError if the folder is not the folder of a contract. */
export async function readTexts(directory = contractSources): Promise<Texts> {
  return new Map((await Promise.all(folders.map((folder) => readFolder(directory, folder)))).flat());
}

async function readFolder(directory: string, folder: string): Promise<[string, string][]> {
  const names = await readdir(join(directory, folder)).catch(() => {
    throw new SiteBuildError(
      `${join(directory, folder)} cannot be read: build the site in a checkout of the repository.`,
    );
  });
  const files = names.filter((name) => /\.(?:md|yaml)$/.test(name));
  return Promise.all(
    files.map(async (name) => [`${folder}/${name}`, await readFile(join(directory, folder, name), 'utf8')]),
  );
}

/** @throws SiteBuildError if the file is missing. */
export function textOf(texts: Texts, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new SiteBuildError(`openapi/${path} is missing: the site needs it.`);
  return text;
}

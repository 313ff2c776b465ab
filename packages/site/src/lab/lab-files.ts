import { readdir, readFile } from 'node:fs/promises';
import type { Contract } from '../contract/contract.ts';
import { type SiteFile, siteAsset } from '../site-file.ts';
import { formFiles } from './form.ts';
import { labPageOf } from './page.ts';
import { pipeLifeFile } from './pipe-life.ts';
import { termsFile } from './terms.ts';

const scripts = new URL('../../assets/lab/', import.meta.url);

/**
 * Returns the page of the lab, the scripts of the lab and of Try-it, and the data that they load.
 *
 * @param origins additional origins that requests can be sent to
 */
export async function labFiles(contract: Contract, origins: readonly string[]): Promise<SiteFile[]> {
  return [
    labPageOf(contract, origins),
    ...formFiles(contract),
    termsFile(contract),
    pipeLifeFile(contract),
    ...(await scriptFiles()),
  ];
}

async function scriptFiles(): Promise<SiteFile[]> {
  const names = (await readdir(scripts)).filter((name) => name.endsWith('.js'));
  return Promise.all(
    names.map(async (name) => siteAsset(`lab/${name}`, await readFile(new URL(name, scripts)))),
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surface } from '@penstock/contract';
import { type ContractDiff, diffContracts } from '@penstock/contract-diff';
import { contractBundles, surfaces } from '../contract/bundle.ts';
import { contractSources } from '../contract/texts.ts';

/** The changes of a surface since its last release. */
export interface SurfaceChanges {
  readonly surface: Surface;
  readonly diff: ContractDiff;
}

/** Compares the bundles with those of the last release. A surface without changes is left out. */
export async function readChanges(
  bundles = contractBundles,
  baselines = join(contractSources, 'baselines'),
): Promise<SurfaceChanges[]> {
  const compared = await Promise.all(
    surfaces.map(async (surface) => {
      const [before, after] = [join(baselines, `${surface}.yaml`), join(bundles, `${surface}.yaml`)];
      return isSame(before, after) ? [] : [{ surface, diff: await diffContracts(before, after) }];
    }),
  );
  return compared.flat();
}

/** Whether there is nothing to compare, which most builds find out half a second sooner this way. */
function isSame(before: string, after: string): boolean {
  return !existsSync(before) || readFileSync(before).equals(readFileSync(after));
}

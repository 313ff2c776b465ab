import { existsSync } from 'node:fs';
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

/** Compares the bundles with those of the last release. */
export async function readChanges(
  bundles = contractBundles,
  baselines = join(contractSources, 'baselines'),
): Promise<SurfaceChanges[]> {
  const compared = surfaces.filter((surface) => existsSync(join(baselines, `${surface}.yaml`)));
  return Promise.all(
    compared.map(async (surface) => ({
      surface,
      diff: await diffContracts(join(baselines, `${surface}.yaml`), join(bundles, `${surface}.yaml`)),
    })),
  );
}

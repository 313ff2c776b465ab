import { contractBundles, readBundles } from '../../src/contract/bundle.ts';
import { type Contract, readContract } from '../../src/contract/contract.ts';
import { readTexts } from '../../src/contract/texts.ts';

let shared: Promise<Contract> | undefined;

/** Returns the contract of this repository, which the tests of a worker share. Tests must not change it. */
export function currentContract(): Promise<Contract> {
  shared ??= Promise.all([readBundles(contractBundles), readTexts()]).then(([bundles, texts]) =>
    readContract(bundles, texts),
  );
  return shared;
}

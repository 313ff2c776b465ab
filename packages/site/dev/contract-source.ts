import type { Bundle } from '@penstock/site/build';

/** The hand-written contract, read from disk again by each call. Whoever starts the site brings it: this package reads bundles. */
export interface ContractSource {
  /** @throws ContractSourceError if the sources cannot be bundled */
  bundles(): Promise<Bundle[]>;
  /** Each violation of the rules as a sentence with file and line. */
  lint(): Promise<string[]>;
}

/** The sources of the contract cannot be bundled. */
export class ContractSourceError extends Error {
  /** Sentences with file and line. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

import type { Bundle } from '@penstock/site/build';

/** The hand-written contract. Each call reads it from disk. The caller provides it, because this package reads only bundles. */
export interface ContractSource {
  /** @throws ContractSourceError if the sources cannot be bundled */
  bundles(): Promise<Bundle[]>;
  /** Returns one sentence with file and line per violation of the lint rules. */
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

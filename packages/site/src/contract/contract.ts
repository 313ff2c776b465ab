import type { Bundle } from './bundle.ts';
import { type Decision, readDecisions } from './decisions.ts';
import { type Given, readGiven } from './given.ts';
import { type LifeCycles, readLifeCycles } from './life-cycles.ts';
import { type DescribedOperation, describedOperations } from './operations.ts';
import type { Texts } from './texts.ts';

/** Everything that the site is made of, read once and looked up often. */
export interface Contract {
  readonly bundles: readonly Bundle[];
  readonly texts: Texts;
  readonly operations: ReadonlyMap<string, DescribedOperation>;
  /** The titles of problems by their codes. */
  readonly problems: ReadonlyMap<string, string>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly given: Given;
  readonly lifeCycles: LifeCycles;
}

export function readContract(bundles: readonly Bundle[], texts: Texts): Contract {
  const operations = bundles.flatMap(describedOperations);
  return {
    bundles,
    texts,
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    problems: new Map(operations.flatMap(({ problems }) => [...problems])),
    decisions: readDecisions(texts),
    given: readGiven(texts),
    lifeCycles: readLifeCycles(texts),
  };
}

import { type AlertLifeCycle, readAlertLifeCycle } from './alert-life-cycle.ts';
import type { Bundle } from './bundle.ts';
import { type Decision, readDecisions } from './decisions.ts';
import { type LifeCycles, readLifeCycles } from './life-cycles.ts';
import { type OperationFacts, operationFacts } from './operation-facts.ts';
import { type PipeAuthentication, readPipeAuthentication } from './pipe-authentication.ts';
import { readSpecificationFields, type SpecificationFields } from './specification-fields.ts';
import type { Texts } from './texts.ts';

/** The content of the site, read once. */
export interface Contract {
  readonly bundles: readonly Bundle[];
  readonly texts: Texts;
  readonly operations: ReadonlyMap<string, OperationFacts>;
  /** The titles of problems by code. */
  readonly problems: ReadonlyMap<string, string>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly specification: SpecificationFields;
  readonly lifeCycles: LifeCycles;
  readonly alertLifeCycle: AlertLifeCycle;
  readonly pipeAuthentication: PipeAuthentication;
}

export function readContract(bundles: readonly Bundle[], texts: Texts): Contract {
  const operations = bundles.flatMap(operationFacts);
  return {
    bundles,
    texts,
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    problems: new Map(operations.flatMap(({ problems }) => [...problems])),
    decisions: readDecisions(texts),
    specification: readSpecificationFields(texts),
    lifeCycles: readLifeCycles(texts),
    alertLifeCycle: readAlertLifeCycle(texts),
    pipeAuthentication: readPipeAuthentication(texts),
  };
}

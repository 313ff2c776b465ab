import { type AlertLifeCycle, readAlertLifeCycle } from './alert-life-cycle.ts';
import type { Bundle } from './bundle.ts';
import { type Decision, readDecisions } from './decisions.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';
import { type LifeCycles, readLifeCycles } from './life-cycles.ts';
import { type OperationFacts, operationFacts } from './operation-facts.ts';
import { type PipeAuthentication, readPipeAuthentication } from './pipe-authentication.ts';
import { provenanceReader } from './provenance.ts';
import { readSpecificationFields, type SpecificationFields } from './specification-fields.ts';
import { type SurfaceFacts, surfaceFacts } from './surface-facts.ts';
import type { Texts } from './texts.ts';

/** The content of the site, read once. */
export interface Contract {
  readonly bundles: readonly Bundle[];
  readonly surfaces: readonly SurfaceFacts[];
  readonly texts: Texts;
  readonly operations: ReadonlyMap<string, OperationFacts>;
  /** The webhook events by name. An event of both surfaces is the same. */
  readonly events: ReadonlyMap<string, EventFacts>;
  /** The titles of problems by code. */
  readonly problems: ReadonlyMap<string, string>;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly specification: SpecificationFields;
  readonly lifeCycles: LifeCycles;
  readonly alertLifeCycle: AlertLifeCycle;
  readonly pipeAuthentication: PipeAuthentication;
}

export function readContract(bundles: readonly Bundle[], texts: Texts): Contract {
  const specification = readSpecificationFields(texts);
  const pipeAuthentication = readPipeAuthentication(texts);
  const read = bundles.map((bundle) => {
    const { document } = bundle;
    const sources = { document, provenance: provenanceReader(bundle, specification), pipeAuthentication };
    const operations = operationFacts(bundle, sources);
    return { facts: surfaceFacts(bundle, operations), operations, events: eventFacts(bundle, sources) };
  });
  const operations = read.flatMap((surface) => surface.operations);
  return {
    bundles,
    surfaces: read.map(({ facts }) => facts),
    texts,
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    events: new Map(read.flatMap(({ events }) => events).map((event) => [event.name, event])),
    problems: new Map(
      operations.flatMap(({ details }) => details.errors).map(({ code, title }) => [code, title]),
    ),
    decisions: readDecisions(texts),
    specification,
    lifeCycles: readLifeCycles(texts),
    alertLifeCycle: readAlertLifeCycle(texts),
    pipeAuthentication,
  };
}

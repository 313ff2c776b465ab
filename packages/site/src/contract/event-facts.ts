import type { Surface } from '@penstock/contract';
import { readWebhooks } from '@penstock/contract/reader';
import type { Bundle } from './bundle.ts';
import { decisionsOf } from './decisions.ts';
import type { FieldSources } from './fields.ts';
import { type OperationDetails, operationDetails } from './operation-details.ts';
import type { Provenance } from './provenance.ts';

/** Everything that the pages contain about a webhook event: a request that the service sends. */
export interface EventFacts {
  readonly name: string;
  readonly surface: Surface;
  /** In upper case. */
  readonly method: string;
  readonly summary: string;
  readonly description: string;
  readonly provenance: Provenance;
  readonly details: OperationDetails;
}

export function eventFacts({ surface, document }: Bundle, sources: FieldSources): EventFacts[] {
  return readWebhooks(document).map((described) => ({
    name: described.path,
    surface,
    method: described.method.toUpperCase(),
    summary: described.operation.summary ?? '',
    description: described.operation.description ?? '',
    provenance: { origin: 'added', decisions: decisionsOf(described.operation) },
    details: operationDetails(sources, described),
  }));
}

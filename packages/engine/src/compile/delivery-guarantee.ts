import type { PipeDeliveryGuarantee } from '@penstock/contract';
import type { PipeDefinition } from '../pipe.ts';

/**
 * How often a row may arrive, as far as the definition determines it (D-71). A table that the service creates recognizes repeated batches,
 * unless it stores none; other tables have to be examined. Tables of Postgres pipes replace repeated rows, unless they keep every change.
 */
export function deliveryGuaranteeOf({ source, destination }: PipeDefinition): PipeDeliveryGuarantee {
  if (source.postgres !== undefined) {
    const replaces = source.postgres.tableMappings.every(
      ({ tableEngine }) => tableEngine === 'ReplacingMergeTree',
    );
    return replaces ? 'exactly_once' : 'at_least_once';
  }
  const { managedTable, tableDefinition } = destination;
  const recognizes = managedTable !== false && tableDefinition?.engine.type !== 'Null';
  return recognizes ? 'exactly_once' : 'at_least_once';
}

import type { OperationId } from '@penstock/contract';
import { describedOperation } from '../described-operation.ts';
import { placesOf } from '../generated/places.ts';
import type { Coverage } from './coverage.ts';

/** How much of one thing was looked at. */
export interface Share {
  readonly seen: number;
  readonly declared: number;
}

/** What of one operation a run has seen. */
export interface CoverageRow {
  readonly operationId: OperationId;
  readonly requests: number;
  /** Statuses that the contract declares and the server has answered with. */
  readonly seenStatuses: readonly number[];
  /** Statuses that the contract declares and that never came. */
  readonly unseenStatuses: readonly number[];
  /** Statuses that came and that the contract does not declare. */
  readonly undeclaredStatuses: readonly number[];
  /** Parameters of path, query and headers that were given values on purpose. */
  readonly parameters: Share;
  /** Places of the body that were sent at their boundaries. */
  readonly bodyPlaces: Share;
}

export function coverageRows(coverage: Coverage, operationIds: readonly OperationId[]): CoverageRow[] {
  return operationIds.map((operationId) => rowOf(coverage, operationId));
}

function rowOf(coverage: Coverage, operationId: OperationId): CoverageRow {
  const described = describedOperation(operationId);
  const { statuses, parameters, requests } = coverage.of(operationId);
  const declared = [...described.answers.keys()];
  const share = (names: readonly string[]): Share => ({
    seen: names.filter((name) => parameters.has(name)).length,
    declared: names.length,
  });
  return {
    operationId,
    requests,
    seenStatuses: declared.filter((status) => statuses.has(status)),
    unseenStatuses: declared.filter((status) => !statuses.has(status)),
    undeclaredStatuses: [...statuses].filter((status) => !declared.includes(status)).sort(),
    parameters: share(described.parameters.map((parameter) => coverageName(parameter.in, parameter.name))),
    bodyPlaces: share(placesOf(described).map(({ pointer }) => `body ${pointer}`)),
  };
}

/** What the coverage calls a parameter. */
function coverageName(place: 'path' | 'query' | 'header', name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

import type { OperationId } from '@penstock/contract';
import { bodyLocations } from '../contract-checks/body-locations.ts';
import { contractOperation } from '../contract-operation.ts';
import type { Coverage } from './coverage.ts';

/** The number of declared items, and of those that a run covered. */
export interface Share {
  readonly seen: number;
  readonly declared: number;
}

/** The coverage of one operation. */
export interface CoverageRow {
  readonly operationId: OperationId;
  readonly requests: number;
  /** Declared statuses that the server returned. */
  readonly seenStatuses: readonly number[];
  /** Declared statuses that the server never returned. */
  readonly unseenStatuses: readonly number[];
  /** Statuses that the server returned and the contract does not declare. */
  readonly undeclaredStatuses: readonly number[];
  /** Parameters in path, query and headers that a check set. */
  readonly parameters: Share;
  /** Locations of the body that were sent with boundary values. */
  readonly bodyLocations: Share;
}

export function coverageRows(coverage: Coverage, operationIds: readonly OperationId[]): CoverageRow[] {
  return operationIds.map((operationId) => rowOf(coverage, operationId));
}

function rowOf(coverage: Coverage, operationId: OperationId): CoverageRow {
  const described = contractOperation(operationId);
  const { statuses, parameters, requests } = coverage.of(operationId);
  const declared = [...described.responses.keys()];
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
    bodyLocations: share(bodyLocations(described).map(({ pointer }) => `body ${pointer}`)),
  };
}

/** Returns the name of a parameter in the coverage. */
function coverageName(location: 'path' | 'query' | 'header', name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

import { operations } from './generated/operations.ts';
import type { Operation, OperationId, Surface } from './operation.ts';
import {
  findStandardOperations,
  STANDARD_ACTIONS,
  type StandardAction,
  type StandardOperations,
} from './reader/standard-operations.ts';

export { STANDARD_ACTIONS, type StandardAction } from './reader/standard-operations.ts';

/** A resource of the API, named by the tag of its operations, such as `saved-searches`. */
export type ResourceName = Deletion['tag'];

/** The resources of one surface. Pipes exist on the management surface only. */
export type ResourceNameOf<S extends Surface> = Extract<Deletion, { readonly surface: S }>['tag'];

/** Every resource has one operation that deletes an item. */
type Deletion = Extract<(typeof operations)[OperationId], { readonly method: 'delete' }>;

/** A resource on one surface, with its five standard operations. */
export interface Resource extends StandardOperations<OperationId> {
  readonly name: ResourceName;
  readonly surface: Surface;
}

/** Every resource of both surfaces, by surface and name. */
export const resources: {
  readonly [S in Surface]: Readonly<Record<ResourceNameOf<S>, Resource>>;
} = /* @__PURE__ */ resourcesBySurface();

/** Returns every resource of both surfaces, in the order of the operation table. */
export function listResources(): Resource[] {
  return [...Object.values(resources.management), ...Object.values(resources.observability)];
}

/** Returns the resource that an operation belongs to; undefined for operations that belong to none. */
export function resourceOf(operationId: OperationId): Resource | undefined {
  const { surface, tag } = operations[operationId];
  return listResources().find((resource) => resource.surface === surface && resource.name === tag);
}

/** Returns the standard action of an operation, such as `list`; undefined for all others, such as `getPipeSettings`. */
export function standardAction(operationId: OperationId): StandardAction | undefined {
  const resource = resourceOf(operationId);
  return STANDARD_ACTIONS.find((action) => resource?.[action] === operationId);
}

/**
 * Returns the same operation on the other surface: `createStackAlert` for `createAlert`, and the reverse (D-40).
 * Undefined for operations that exist on one surface only. Twins take the same parameters and bodies; paths and envelopes
 * differ (D-03, D-04).
 */
export function twinOf(operationId: OperationId): OperationId | undefined {
  const isManaged = operations[operationId].surface === 'management';
  const twin = isManaged ? operationId.replace('Stack', '') : operationId.replace(/^[a-z]+/, '$&Stack');
  return twin !== operationId && twin in operations ? (twin as OperationId) : undefined;
}

/** Returns the path parameter that identifies the item an operation works on; undefined for `list` and `create`. */
export function idParameterOf(operationId: OperationId): string | undefined {
  const { pathParameters }: Operation = operations[operationId];
  const idParameter = resourceOf(operationId)?.idParameter;
  return pathParameters.find((name) => name === idParameter);
}

function resourcesBySurface() {
  const found = findStandardOperations<OperationId>(operations).map((standard): Resource => {
    const { surface, tag } = operations[standard.delete];
    return { ...standard, name: tag as ResourceName, surface };
  });
  return { management: byName(found, 'management'), observability: byName(found, 'observability') };
}

function byName<S extends Surface>(found: readonly Resource[], surface: S) {
  const named = found.filter((resource) => resource.surface === surface).map((one) => [one.name, one]);
  return Object.fromEntries(named) as Record<ResourceNameOf<S>, Resource>;
}

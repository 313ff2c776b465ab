export type {
  components as ManagementComponents,
  operations as ManagementOperations,
  paths as ManagementPaths,
} from './generated/management.ts';
export type {
  components as ObservabilityComponents,
  operations as ObservabilityOperations,
  paths as ObservabilityPaths,
} from './generated/observability.ts';
export { operations, securitySchemes } from './generated/operations.ts';
export { problems } from './generated/problems.ts';
export type * from './generated/schemas.ts';
export { secretFields, secretNames } from './generated/secret-fields.ts';
export type * from './operation.ts';
export type * from './problem-kind.ts';
export type { Readable, Writable } from './read-write-views.ts';
export {
  idParameterOf,
  listResources,
  type Resource,
  type ResourceName,
  type ResourceNameOf,
  resourceOf,
  resources,
  STANDARD_ACTIONS,
  type StandardAction,
  standardAction,
  twinOf,
} from './resources.ts';
export type { SecretFields } from './secret-fields.ts';
export type { UnknownValue } from './unknown-value.ts';

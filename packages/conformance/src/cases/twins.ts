import { type OperationId, operations } from '@penstock/contract';

/**
 * The same operation of the stack under `/v1`: `createStackAlert` for `createAlert` (D-40). Undefined for operations that
 * exist once. Path parameters, examples and results of twins are the same; only the envelopes differ (D-03, D-04).
 */
export function managedTwin(operationId: OperationId): OperationId | undefined {
  const twin = operationId.replace(/^(list|create|get|update|delete)/, '$1Stack');
  return twin in operations ? (twin as OperationId) : undefined;
}

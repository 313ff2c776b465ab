import type { OperationId } from '@penstock/contract';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiRequest, Session } from '../session.ts';

/** Returns a request that the operation accepts. */
export async function validRequest(
  { id, operation }: ContractOperation,
  session: Session,
  example?: string,
): Promise<ApiRequest> {
  // A deleted resource cannot be shared.
  const path = operation.method === 'delete' ? await session.ownPath(id) : await session.sharedPath(id);
  return { operationId: id, path, ...(await validBody(id, operation.requestBody, session, example)) };
}

/** Returns a request for a resource that does not exist, for checks that must not change any. */
export async function requestForUnknownResource(
  { id, operation }: ContractOperation,
  session: Session,
): Promise<ApiRequest> {
  const path = isTenantOnly(operation.pathParameters)
    ? {}
    : { [operation.pathParameters.at(-1) ?? '']: UNKNOWN_ID };
  return { operationId: id, path, ...(await validBody(id, operation.requestBody, session)) };
}

/** A valid id of every kind that no resource has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Whether an operation addresses a collection, not one of its resources. */
export function isTenantOnly(pathParameters: readonly string[]): boolean {
  return pathParameters.every((name) => name === 'organizationId' || name === 'serviceId');
}

async function validBody(
  id: OperationId,
  requestBody: ContractOperation['operation']['requestBody'],
  session: Session,
  example?: string,
): Promise<Pick<ApiRequest, 'body'>> {
  return requestBody === 'none' ? {} : { body: await session.exampleBody(id, example) };
}

import type { OperationId } from '@penstock/contract';
import type { ContractOperation } from '../contract-operation.ts';
import { type ApiRequest, type Session, UNKNOWN_ID } from '../session.ts';

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
  const path = unknownPath(operation.pathParameters);
  return { operationId: id, path, ...(await validBody(id, operation.requestBody, session)) };
}

/** Returns the path of a resource that does not exist, in the tenant of the caller. */
export function unknownPath(pathParameters: readonly string[]): Record<string, string> {
  const own = pathParameters.filter((name) => !isTenantOnly([name]));
  return Object.fromEntries(own.map((name) => [name, UNKNOWN_ID]));
}

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

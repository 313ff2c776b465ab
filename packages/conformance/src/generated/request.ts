import type { OperationId } from '@penstock/contract';
import type { DescribedOperation } from '../described-operation.ts';
import type { ApiRequest, Session } from '../session.ts';

/** What a request needs to be one that the operation takes. */
export async function fittingRequest(
  { id, operation }: DescribedOperation,
  session: Session,
  example?: string,
): Promise<ApiRequest> {
  // What is deleted cannot be shared.
  const path = operation.method === 'delete' ? await session.ownPath(id) : await session.sharedPath(id);
  return { operationId: id, path, ...(await fittingBody(id, operation.requestBody, session, example)) };
}

/** The same for a thing that does not exist, for requests that must not come as far as it. */
export async function requestForNothing(
  { id, operation }: DescribedOperation,
  session: Session,
): Promise<ApiRequest> {
  const path = namesTenantAlone(operation.pathParameters) ? {} : { [operation.pathParameters.at(-1) ?? '']: NO_ID };
  return { operationId: id, path, ...(await fittingBody(id, operation.requestBody, session)) };
}

/** An id that nothing has, in the form of every kind of id. */
export const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Whether an operation is about a collection, and not about one thing in it. */
export function namesTenantAlone(pathParameters: readonly string[]): boolean {
  return pathParameters.every((name) => name === 'organizationId' || name === 'serviceId');
}

async function fittingBody(
  id: OperationId,
  requestBody: DescribedOperation['operation']['requestBody'],
  session: Session,
  example?: string,
): Promise<Pick<ApiRequest, 'body'>> {
  return requestBody === 'none' ? {} : { body: await session.exampleBody(id, example) };
}

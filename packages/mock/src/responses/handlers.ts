import type { AnyHandler } from '@penstock/server/contracts';
import type { MockOperation } from '../contract/operations.ts';
import { pathId, writePathId } from './path-id.ts';
import { checkPrecondition } from './precondition.ts';
import { applied, chooseResponse } from './preference.ts';
import type { ExampleResponse, Prism } from './prism.ts';

/** Called with the request id of an example before the example is sent. */
export type SetRequestId = (requestId: string) => void;

/**
 * Returns the handler of an operation: it sends what Prism makes of the examples. The server has already authenticated
 * the request and validated it.
 *
 * @param read the operation that reads the resource at the same path, if there is one.
 */
export function createHandler(
  operation: MockOperation,
  read: MockOperation | undefined,
  prism: Prism,
  setRequestId: SetRequestId,
): AnyHandler {
  return async ({ params, headers }) => {
    const prefer = headers.Prefer as string | undefined;
    const choice = chooseResponse(prefer, operation);
    // A preference wins over the checks that the mock makes by itself.
    if (prefer === undefined) await checkPrecondition(headers['If-Match'], operation, read, prism);
    const response = withBody(operation, await prism.respond(operation, choice.status, choice.example));
    operation.removeWriteOnly(response.status, response.body);
    // An example requested by name is sent as it is written.
    if (choice.example === undefined) writePathId(response.body, pathId(operation, params));
    const { requestId } = (response.body ?? {}) as { readonly requestId?: unknown };
    if (typeof requestId === 'string') setRequestId(requestId);
    if (prefer === undefined) return response;
    return { ...response, headers: { ...response.headers, 'preference-applied': applied(choice) } };
  };
}

/** Adds an empty object to a response that needs a body, if its example has none. */
function withBody(operation: MockOperation, response: ExampleResponse): ExampleResponse {
  const needsBody = operation.responses.get(response.status)?.mediaType !== undefined;
  return needsBody && response.body === undefined ? { ...response, body: {} } : response;
}

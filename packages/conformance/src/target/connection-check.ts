import { listResources, type OperationId, type Surface } from '@penstock/contract';
import { prepareRequest } from '../run/prepared-request.ts';
import type { RunContext } from '../run/run-context.ts';
import { NoResponseError, type RawResponse } from './target.ts';

/** The server cannot be checked. The message contains the reason and what to do. */
export class InconclusiveError extends Error {
  override name = 'InconclusiveError';
}

/**
 * Requests one list of the surface before the first check.
 * @throws InconclusiveError unless the server returns JSON, has the surface and accepts the credential.
 */
export async function checkConnection(
  surface: Surface,
  lists: readonly OperationId[],
  { target, callers, secrets }: Pick<RunContext, 'target' | 'callers' | 'secrets'>,
): Promise<void> {
  let problem: string | undefined;
  for (const operationId of lists) {
    const { outgoing } = prepareRequest({ operationId }, callers);
    const url = `${target.baseUrl}${outgoing.path}`;
    const response = await target.send(outgoing).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error;
      throw new InconclusiveError(`${url} returned no response. ${error.message} Check the base URL.`);
    });
    problem = connectionProblem(response, surface, url);
    // A server may not have every group; one list is enough.
    if (problem === undefined || response.status !== 404) break;
  }
  // It quotes the response.
  if (problem !== undefined) throw new InconclusiveError(secrets.masked(problem));
}

function connectionProblem(
  { status, headers, text }: RawResponse,
  surface: Surface,
  url: string,
): string | undefined {
  const mediaType = headers.get('content-type')?.split(';', 1)[0] ?? 'no Content-Type';
  if (status >= 300 && status < 400)
    return `${url} redirects to ${headers.get('location') ?? 'an unknown URL'}, and redirects are not followed. Use that base URL if it is yours.`;
  if (status === 401 || status === 403)
    return `${url} rejects the credential with ${status}. Check ${surface === 'management' ? 'PENSTOCK_KEY_ID and PENSTOCK_KEY_SECRET' : 'PENSTOCK_TOKEN'}.`;
  if (!/[/+]json$/i.test(mediaType))
    return `${url} returns ${status} with ${mediaType} instead of JSON. Check the base URL.`;
  if (!isJson(text)) return `${url} returns ${status} with a body that is not JSON. Check the base URL.`;
  if (status === 404)
    return `${url} does not exist. Check the base URL${surface === 'management' ? ', PENSTOCK_ORGANIZATION_ID and PENSTOCK_SERVICE_ID' : ''}; if the server does not have the surface, choose the other one with --surface.`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the selected lists of a surface, or all of them: any list is enough to check the connection. */
export function listOperations(surface: Surface, wanted: readonly OperationId[]): OperationId[] {
  const all = listResources().flatMap((resource) => (resource.surface === surface ? resource.list : []));
  const chosen = all.filter((id) => wanted.includes(id));
  return chosen.length > 0 ? chosen : all;
}

import { type OperationId, operations, type Surface } from '@penstock/contract';
import { prepared } from '../run/requests.ts';
import type { Workplace } from '../run/workplace.ts';
import { NoAnswerError, type RawAnswer } from './target.ts';

/** Nothing can be said about the server. The message says why, and what to do. */
export class CannotTellError extends Error {
  override name = 'CannotTellError';
}

/**
 * Asks for one list of the surface before anything is judged.
 * @throws CannotTellError unless somebody is there who speaks JSON, knows the surface and takes the credential.
 */
export async function makeContact(
  surface: Surface,
  lists: readonly OperationId[],
  { target, callers, secrets }: Pick<Workplace, 'target' | 'callers' | 'secrets'>,
): Promise<void> {
  let refusal: string | undefined;
  for (const operationId of lists) {
    const { outgoing } = prepared({ operationId }, callers);
    const url = `${target.baseUrl}${outgoing.path}`;
    const answer = await target.send(outgoing).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
      throw new CannotTellError(`${url} gave no answer. ${error.message} Check the base URL.`);
    });
    refusal = refusalIn(answer, surface, url);
    // A server may leave parts out; one list is enough.
    if (refusal === undefined || answer.status !== 404) break;
  }
  // It quotes from the answer.
  if (refusal !== undefined) throw new CannotTellError(secrets.masked(refusal));
}

function refusalIn({ status, headers, text }: RawAnswer, surface: Surface, url: string): string | undefined {
  const mediaType = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing that has a Content-Type';
  if (status >= 300 && status < 400)
    return `${url} redirects to ${headers.get('location') ?? 'nowhere'}, and redirects are not followed. Give the base URL that it leads to, if it is yours.`;
  if (status === 401 || status === 403)
    return `${url} refuses the credential with ${status}. Check ${surface === 'management' ? 'PENSTOCK_KEY_ID and PENSTOCK_KEY_SECRET' : 'PENSTOCK_TOKEN'}.`;
  if (!/[/+]json$/i.test(mediaType))
    return `${url} answers ${status} with ${mediaType} in place of JSON. Check the base URL.`;
  if (!isJson(text)) return `${url} answers ${status} with a body that is not JSON. Check the base URL.`;
  if (status === 404)
    return `${url} is not there. Check the base URL${surface === 'management' ? ', PENSTOCK_ORGANIZATION_ID and PENSTOCK_SERVICE_ID' : ''}; if the server does not have the surface, choose the other one with --surface.`;
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

/** The lists of a surface that are wanted, or all of them: any of them tells who is there. */
export function listsOf(surface: Surface, wanted: readonly OperationId[]): OperationId[] {
  const all = (Object.keys(operations) as OperationId[]).filter(
    (id) => operations[id].surface === surface && operations[id].method === 'get' && id.startsWith('list'),
  );
  const chosen = all.filter((id) => wanted.includes(id));
  return chosen.length > 0 ? chosen : all;
}

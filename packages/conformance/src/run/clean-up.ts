import { NoResponseError, type RawResponse } from '../target/target.ts';
import type { CreatedResource, CreatedResources } from './created-resources.ts';
import { prepareRequest } from './prepared-request.ts';
import type { RunContext } from './run-context.ts';

/** A deletion that the rate limit rejects, or that has no response, is sent again. */
const MAX_DELETIONS = 3;
/** Cleaning up continues after the run is stopped, so it ignores the signal of the run. */
const NEVER = new AbortController().signal;

/** Deletes what a run left, even if it was stopped. Returns the names of what cannot be deleted. */
export async function cleanUp(context: RunContext): Promise<readonly string[]> {
  const { createdResources } = context;
  // A resource can be deleted once those that refer to it are gone.
  for (let left = Number.POSITIVE_INFINITY; createdResources.size > 0 && createdResources.size < left; ) {
    left = createdResources.size;
    await removeEach(createdResources, context);
  }
  return createdResources.names();
}

/** Deletes in reverse order of creation. What cannot be deleted is kept. */
export async function removeEach(createdResources: CreatedResources, context: RunContext): Promise<void> {
  let isThere = true;
  await createdResources.remove(async (createdResource) => {
    // Waiting for the timeout of every deletion would take minutes if the server is gone.
    if (!isThere) return false;
    const response = await deletion(createdResource, context);
    isThere = response !== undefined;
    return response?.status === 200 || response?.status === 404;
  });
}

async function deletion(
  { resource, id, owner }: CreatedResource,
  { target, callers, pauses }: RunContext,
): Promise<RawResponse | undefined> {
  const request = { operationId: resource.delete, path: { [resource.idParameter]: id }, as: owner };
  const { outgoing } = prepareRequest(request, callers);
  const credential = outgoing.headers.authorization ?? '';
  let response: RawResponse | undefined;
  for (let attempt = 0; attempt < MAX_DELETIONS; attempt += 1) {
    await pauses.untilOver(credential, NEVER);
    response = await target.send(outgoing).catch(ignoreNoResponse);
    if (response === undefined) continue;
    pauses.observe(credential, response);
    if (response.status !== 429) return response;
  }
  return response;
}

function ignoreNoResponse(error: unknown): undefined {
  if (!(error instanceof NoResponseError)) throw error;
}

import { NoAnswerError, type RawAnswer } from '../target/target.ts';
import type { Belonging, Belongings } from './belongings.ts';
import { prepared } from './requests.ts';
import type { Workplace } from './workplace.ts';

/** A deletion that the rate limit refuses, or that gets no answer, is sent again. */
const MOST_DELETIONS = 3;
/** Cleaning up goes on when the run is stopped, so that it looks at another signal. */
const NEVER = new AbortController().signal;

/** Deletes what is left of a run, also of one that was stopped; the names of what cannot be deleted. */
export async function cleanUp(workplace: Workplace): Promise<readonly string[]> {
  const { belongings } = workplace;
  // What others referred to can go when those are gone.
  for (let left = Number.POSITIVE_INFINITY; belongings.size > 0 && belongings.size < left; ) {
    left = belongings.size;
    await removeEach(belongings, workplace);
  }
  return belongings.names();
}

/** Deletes what was made last first. What stays is kept. */
export async function removeEach(belongings: Belongings, workplace: Workplace): Promise<void> {
  let isThere = true;
  await belongings.remove(async (belonging) => {
    // Nobody waits half a minute for each thing on a server that is gone.
    if (!isThere) return false;
    const answer = await deletion(belonging, workplace);
    isThere = answer !== undefined;
    return answer?.status === 200 || answer?.status === 404;
  });
}

async function deletion(
  { kind, id, owner }: Belonging,
  { target, callers, pace }: Workplace,
): Promise<RawAnswer | undefined> {
  const request = { operationId: kind.remove, path: { [kind.parameter]: id }, as: owner };
  const { outgoing } = prepared(request, callers);
  const credential = outgoing.headers.authorization ?? '';
  let answer: RawAnswer | undefined;
  for (let attempt = 0; attempt < MOST_DELETIONS; attempt += 1) {
    await pace.mayGo(credential, NEVER);
    answer = await target.send(outgoing).catch(asNothing);
    if (answer === undefined) continue;
    pace.heed(credential, answer);
    if (answer.status !== 429) return answer;
  }
  return answer;
}

function asNothing(error: unknown): undefined {
  if (!(error instanceof NoAnswerError)) throw error;
}

import type { Check } from '../check.ts';
import { NoAnswerError, StoppedError } from '../target/target.ts';
import type { Belonging } from './belongings.ts';
import { CheckSession, EndOfCheck } from './check-session.ts';
import { prepared } from './requests.ts';
import type { Verdict } from './verdict.ts';
import type { Workplace } from './workplace.ts';

/** How many checks run at a time: enough to hide the way there, few enough for a server that is shared with others. */
const CHECKS_AT_A_TIME = 8;
/** After so many requests without any answer between them there is nobody there any more. */
const MOST_SILENCES = 10;
/** A deletion that the rate limit refuses is sent again. */
const MOST_DELETIONS = 5;

export interface RunResult {
  readonly verdicts: readonly Verdict[];
  /** Why the run ended before all checks had run, as a sentence. */
  readonly endedEarly?: string;
}

/** Runs all checks and deletes what each has made. What was made for several is left to {@link removeBelongings}. */
export async function runChecks(
  checks: readonly Check[],
  workplace: Workplace,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<RunResult> {
  const verdicts: Verdict[] = [];
  let silences = 0;
  let endedEarly: string | undefined;

  async function work(queue: Check[]): Promise<void> {
    while (endedEarly === undefined) {
      const check = queue.shift();
      if (check === undefined) return;
      const verdict = await runCheck(check, workplace);
      if (verdict === undefined) {
        endedEarly = 'The run was stopped.';
        return;
      }
      silences = verdict.silent ? silences + 1 : 0;
      if (silences >= MOST_SILENCES)
        endedEarly = `The server does not answer any more: ${verdict.findings[0]?.message}`;
      verdicts.push(verdict);
      onVerdict(verdict);
    }
  }

  const together = checks.filter(({ alone }) => alone !== true);
  await Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, () => work(together)));
  await work(checks.filter(({ alone }) => alone === true));
  return { verdicts, ...(endedEarly === undefined ? {} : { endedEarly }) };
}

/** Nothing if the run was stopped meanwhile. */
async function runCheck(
  { run, ...check }: Check,
  workplace: Workplace,
): Promise<(Verdict & { readonly silent: boolean }) | undefined> {
  const begun = performance.now();
  const session = new CheckSession(workplace);
  let reason: string | undefined;
  let silent = false;
  try {
    await run(session);
  } catch (error) {
    if (error instanceof EndOfCheck) reason = error.message;
    else if (error instanceof NoAnswerError) silent = true;
    else if (!wasStopped(error, workplace)) throw new Error(`${check.id} is broken.`, { cause: error });
  } finally {
    await session.belongings.remove((belonging) => remove(belonging, workplace));
    workplace.belongings.takeOver(session.belongings);
  }
  if (workplace.stop.aborted) return undefined;
  const failed = session.findings.length > 0;
  return {
    check,
    outcome: failed ? 'failed' : reason === undefined ? 'passed' : 'skipped',
    findings: session.findings,
    ...(reason === undefined ? {} : { reason }),
    milliseconds: performance.now() - begun,
    silent,
  };
}

function wasStopped(error: unknown, { stop }: Workplace): boolean {
  return error instanceof StoppedError || (stop.aborted && (error as Error).name === 'AbortError');
}

/** Deletes what is left of a run, also of one that was stopped; the names of what cannot be deleted. */
export async function removeBelongings(workplace: Workplace): Promise<readonly string[]> {
  // What others refer to can go when those are gone, so what stayed is tried once more.
  for (let round = 0; round < 2; round += 1)
    await workplace.belongings.remove((belonging) => remove(belonging, workplace));
  return workplace.belongings.names();
}

/** Cleaning up goes on when the run is stopped, so it does not look at the stop signal. */
async function remove({ kind, id, owner }: Belonging, workplace: Workplace): Promise<boolean> {
  const { target, callers, pace } = workplace;
  const never = new AbortController().signal;
  const { outgoing } = prepared(
    { operationId: kind.remove, path: { [kind.parameter]: id }, as: owner },
    callers,
  );
  const credential = outgoing.headers.authorization ?? '';
  for (let attempt = 0; attempt < MOST_DELETIONS; attempt += 1) {
    await pace.mayGo(credential, never);
    const answer = await target.send(outgoing, never).catch(asNothing);
    if (answer === undefined) return false;
    pace.heed(credential, answer);
    if (answer.status !== 429) return answer.status === 200 || answer.status === 404;
  }
  return false;
}

function asNothing(error: unknown): undefined {
  if (!(error instanceof NoAnswerError)) throw error;
}

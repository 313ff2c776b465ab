import type { Check } from '../check.ts';
import { NoAnswerError } from '../target/target.ts';
import { CheckSession, EndOfCheck } from './check-session.ts';
import { removeEach } from './clean-up.ts';
import type { Verdict } from './verdict.ts';
import type { Workplace } from './workplace.ts';

/** How many checks run at a time: enough to hide the way there, few enough for a server that is shared with others. */
const CHECKS_AT_A_TIME = 8;
/** After so many requests without any answer between them there is nobody there any more. */
const MOST_SILENCES = 10;

export interface RunResult {
  readonly verdicts: readonly Verdict[];
  /** Why the run ended before all checks had run, as a sentence. */
  readonly endedEarly?: string;
}

/** Runs all checks and deletes what each has made. What was made for several is left to `cleanUp`. */
export async function runChecks(
  checks: readonly Check[],
  workplace: Workplace,
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<RunResult> {
  const verdicts: Verdict[] = [];
  let silences = 0;
  let endedEarly: string | undefined;
  let broken: unknown;

  async function work(queue: Check[]): Promise<void> {
    while (endedEarly === undefined) {
      const check = queue.shift();
      if (check === undefined) return;
      const verdict = await runCheck(check, workplace).catch((error: unknown) => {
        broken ??= error;
      });
      if (verdict === undefined) {
        endedEarly = 'The run was stopped.';
        return;
      }
      silences = verdict.unanswered === true ? silences + 1 : 0;
      if (silences >= MOST_SILENCES)
        endedEarly = `The server does not answer any more: ${verdict.findings[0]?.message}`;
      verdicts.push(verdict);
      onVerdict(verdict);
    }
  }

  const together = checks.filter(({ alone }) => alone !== true);
  await Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, () => work(together)));
  await work(checks.filter(({ alone }) => alone === true));
  if (broken !== undefined) throw broken;
  return { verdicts, ...(endedEarly === undefined ? {} : { endedEarly }) };
}

/** Nothing if the run was stopped meanwhile. */
async function runCheck({ run, ...check }: Check, workplace: Workplace): Promise<Verdict | undefined> {
  const begun = performance.now();
  const session = new CheckSession(workplace);
  let reason: string | undefined;
  let unanswered = false;
  try {
    await run(session);
  } catch (error) {
    if (error instanceof EndOfCheck) reason = error.message;
    else if (error instanceof NoAnswerError) unanswered = true;
    else if (!workplace.stop.aborted) throw new Error(`${check.id} is broken.`, { cause: error });
  } finally {
    await removeEach(session.belongings, workplace);
    workplace.belongings.takeOver(session.belongings);
  }
  const failed = session.findings.length > 0;
  if (workplace.stop.aborted && !failed) return undefined;
  return {
    check,
    outcome: failed ? 'failed' : reason === undefined ? 'passed' : 'skipped',
    findings: session.findings,
    ...(reason === undefined ? {} : { reason }),
    milliseconds: performance.now() - begun,
    ...(unanswered ? { unanswered } : {}),
  };
}

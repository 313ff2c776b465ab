import type { Check } from '../src/check.ts';
import { cleanUp } from '../src/run/clean-up.ts';
import { runChecks } from '../src/run/run.ts';
import type { Verdict } from '../src/run/verdict.ts';
import { Workplace } from '../src/run/workplace.ts';
import { callersFrom } from '../src/target/callers.ts';
import { Target } from '../src/target/target.ts';
import type { CheckedServer } from './reference-server.ts';

/** What becomes of these checks on a server; what they made is gone afterwards. */
export async function verdictsOn(
  { url, environment }: Pick<CheckedServer, 'url' | 'environment'>,
  checks: readonly Check[],
  patienceMs = 10_000,
): Promise<readonly Verdict[]> {
  const workplace = new Workplace({
    target: new Target(url, { answerMs: 5_000, answerBytes: 2 ** 20 }),
    callers: callersFrom(environment),
    readOnly: false,
    without: new Set(),
    patienceMs,
    stop: new AbortController().signal,
  });
  const { verdicts } = await runChecks(checks, workplace);
  await cleanUp(workplace);
  return verdicts;
}

/** What was found, check by check, in a form that a failing test shows well. */
export function findingsOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ check, findings }) =>
    findings.map(({ message, answer }) => `${check.id}: ${message} ${answer?.body ?? ''}`),
  );
}

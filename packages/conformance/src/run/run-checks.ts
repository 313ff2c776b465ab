import type { Check } from '../check.ts';
import { NoResponseError } from '../target/target.ts';
import type { CheckResult } from './check-result.ts';
import { CheckSession, EndOfCheck } from './check-session.ts';
import { removeEach } from './clean-up.ts';
import type { RunContext } from './run-context.ts';

/** Enough to hide the network latency, few enough for a server that others share. */
const CHECKS_AT_A_TIME = 8;
/** After this number of requests in a row without a response the server is considered gone. */
const MAX_WITHOUT_RESPONSE = 10;

export interface RunResult {
  readonly results: readonly CheckResult[];
  /** The reason that the run ended before all checks had run, as a sentence. */
  readonly endedEarly?: string;
}

/** Runs all checks and deletes what each created. Shared resources are left to `cleanUp`. */
export async function runChecks(
  checks: readonly Check[],
  context: RunContext,
  onResult: (result: CheckResult) => void = () => {},
): Promise<RunResult> {
  const results: CheckResult[] = [];
  let withoutResponse = 0;
  let endedEarly: string | undefined;
  let failure: unknown;

  async function work(queue: Check[]): Promise<void> {
    while (endedEarly === undefined) {
      const check = queue.shift();
      if (check === undefined) return;
      const result = await runCheck(check, context).catch((error: unknown) => {
        failure ??= error;
      });
      if (result === undefined) {
        endedEarly = 'The run was stopped.';
        return;
      }
      withoutResponse = result.noResponse === true ? withoutResponse + 1 : 0;
      if (withoutResponse >= MAX_WITHOUT_RESPONSE)
        endedEarly = `The server stopped responding: ${result.violations[0]?.message}`;
      results.push(result);
      onResult(result);
    }
  }

  const together = checks.filter(({ alone }) => alone !== true);
  await Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, () => work(together)));
  await work(checks.filter(({ alone }) => alone === true));
  if (failure !== undefined) throw failure;
  return { results, ...(endedEarly === undefined ? {} : { endedEarly }) };
}

/** Returns undefined if the run was stopped meanwhile. */
async function runCheck({ run, ...check }: Check, context: RunContext): Promise<CheckResult | undefined> {
  const begun = performance.now();
  const session = new CheckSession(context);
  let reason: string | undefined;
  let noResponse = false;
  try {
    await run(session);
  } catch (error) {
    if (error instanceof EndOfCheck) reason = error.message;
    else if (error instanceof NoResponseError) noResponse = true;
    else if (!context.stop.aborted) throw new Error(`The check ${check.id} failed to run.`, { cause: error });
  } finally {
    await removeEach(session.createdResources, context);
    context.createdResources.addAll(session.createdResources);
  }
  const failed = session.violations.length > 0;
  if (context.stop.aborted && !failed) return undefined;
  return {
    check,
    outcome: failed ? 'failed' : reason === undefined ? 'passed' : 'skipped',
    violations: session.violations,
    ...(reason === undefined ? {} : { reason }),
    milliseconds: performance.now() - begun,
    ...(noResponse ? { noResponse } : {}),
  };
}

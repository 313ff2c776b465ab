import type { Check } from '../../src/check.ts';
import type { CheckResult } from '../../src/run/check-result.ts';
import { cleanUp } from '../../src/run/clean-up.ts';
import { runChecks } from '../../src/run/run-checks.ts';
import { RunContext } from '../../src/run/run-context.ts';
import { callersFrom } from '../../src/target/callers.ts';
import { Target } from '../../src/target/target.ts';
import type { CheckedServer } from './reference-server.ts';

/** Runs these checks on a server, deletes what they created, and returns their results. */
export async function resultsOn(
  { url, environment }: Pick<CheckedServer, 'url' | 'environment'>,
  checks: readonly Check[],
  waitMs = 600_000,
): Promise<readonly CheckResult[]> {
  const context = new RunContext({
    target: new Target(url, { responseMs: 600_000, responseBytes: 2 ** 20 }),
    callers: callersFrom(environment),
    readOnly: false,
    without: new Set(),
    waitMs,
    stop: new AbortController().signal,
  });
  const { results } = await runChecks(checks, context);
  await cleanUp(context);
  return results;
}

/** Returns the violations, one readable line each. */
export function violationsOf(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ check, violations }) =>
    violations.map(({ message, response }) => `${check.id}: ${message} ${response?.body ?? ''}`),
  );
}

import type { CheckResult, Violation } from '../run/check-result.ts';

/** Violations with the same message: a header that is missing in every response is one thing to fix. */
export interface ViolationGroup {
  readonly message: string;
  /** The ids of the checks, in their order. */
  readonly checks: readonly string[];
  /** The violation of the first check. */
  readonly first: Violation;
}

/** Returns the groups, the largest first. */
export function violationGroups(results: readonly CheckResult[]): ViolationGroup[] {
  const groups = new Map<string, { message: string; checks: string[]; first: Violation }>();
  for (const { check, violations } of results)
    for (const violation of violations) {
      const group = groups.get(violation.message) ?? {
        message: violation.message,
        checks: [],
        first: violation,
      };
      groups.set(violation.message, group);
      if (group.checks.at(-1) !== check.id) group.checks.push(check.id);
    }
  return [...groups.values()].sort((one, other) => other.checks.length - one.checks.length);
}

/** Counts the skipped checks by reason. */
export function skipReasons(results: readonly CheckResult[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of results)
    if (outcome === 'skipped' && reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return reasons;
}

import type { Finding, Verdict } from '../run/verdict.ts';

/** Findings that say the same: a header that is missing everywhere is one thing to mend. */
export interface FindingGroup {
  readonly message: string;
  /** Ids of the checks, in their order. */
  readonly checks: readonly string[];
  /** What the first of them saw. */
  readonly first: Finding;
}

/** The most frequent first. */
export function findingGroups(verdicts: readonly Verdict[]): FindingGroup[] {
  const groups = new Map<string, { message: string; checks: string[]; first: Finding }>();
  for (const { check, findings } of verdicts)
    for (const finding of findings) {
      const group = groups.get(finding.message) ?? { message: finding.message, checks: [], first: finding };
      groups.set(finding.message, group);
      if (group.checks.at(-1) !== check.id) group.checks.push(check.id);
    }
  return [...groups.values()].sort((one, other) => other.checks.length - one.checks.length);
}

/** Why checks were skipped, and how many for each reason. */
export function skipReasons(verdicts: readonly Verdict[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of verdicts)
    if (outcome === 'skipped' && reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return reasons;
}

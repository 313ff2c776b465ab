import type { ServerCheckResult } from '../check-server.ts';
import { type CoverageRow, coverageRows } from '../coverage/coverage-rows.ts';
import { OPERATION_IDS } from '../described-operation.ts';
import type { Verdict } from '../run/verdict.ts';

/** What a run says in the end. The kit's exit codes are made of it. */
export type Conclusion = 'conforms' | 'does not conform' | 'could not tell';

/** A run as every kind of report needs it. */
export interface Report extends Omit<ServerCheckResult, 'coverage'> {
  readonly conclusion: Conclusion;
  readonly counts: Readonly<Record<Verdict['outcome'], number>>;
  readonly requests: number;
  /** Operations that something was asked of. */
  readonly coverage: readonly CoverageRow[];
}

export function reportOf({ coverage, ...result }: ServerCheckResult): Report {
  const count = (outcome: Verdict['outcome']) =>
    result.verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const rows = coverageRows(coverage, OPERATION_IDS).filter(({ requests }) => requests > 0);
  return {
    ...result,
    conclusion: conclusionOf(result),
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    requests: rows.reduce((sum, { requests }) => sum + requests, 0),
    coverage: rows,
  };
}

/** A finding is one however the run ended; without any, a run that did not get through says nothing. */
function conclusionOf({ verdicts, endedEarly }: Omit<ServerCheckResult, 'coverage'>): Conclusion {
  const judged = verdicts.filter(({ outcome, unanswered }) => outcome !== 'skipped' && unanswered !== true);
  if (judged.length === 0) return 'could not tell';
  if (verdicts.some(({ outcome }) => outcome === 'failed')) return 'does not conform';
  return endedEarly === undefined ? 'conforms' : 'could not tell';
}

import type { ServerCheckResult } from '../check-server.ts';
import { OPERATION_IDS } from '../contract-operation.ts';
import { type CoverageRow, coverageRows } from '../coverage/coverage-rows.ts';
import type { CheckResult } from '../run/check-result.ts';

/** The conclusion of a run, which decides the exit code. */
export type Conclusion = 'conforms' | 'does not conform' | 'inconclusive';

/** A run in the form that all reports need. */
export interface Report extends Omit<ServerCheckResult, 'coverage'> {
  readonly conclusion: Conclusion;
  readonly counts: Readonly<Record<CheckResult['outcome'], number>>;
  readonly requests: number;
  /** Operations that received at least one request. */
  readonly coverage: readonly CoverageRow[];
}

export function reportOf({ coverage, ...result }: ServerCheckResult): Report {
  const count = (outcome: CheckResult['outcome']) =>
    result.results.filter((result) => result.outcome === outcome).length;
  const rows = coverageRows(coverage, OPERATION_IDS).filter(({ requests }) => requests > 0);
  return {
    ...result,
    conclusion: conclusionOf(result),
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    requests: rows.reduce((sum, { requests }) => sum + requests, 0),
    coverage: rows,
  };
}

/** A violation counts however the run ended. Without one, an incomplete run is inconclusive. */
function conclusionOf({ results, endedEarly }: Omit<ServerCheckResult, 'coverage'>): Conclusion {
  const judged = results.filter(({ outcome, noResponse }) => outcome !== 'skipped' && noResponse !== true);
  if (judged.length === 0) return 'inconclusive';
  if (results.some(({ outcome }) => outcome === 'failed')) return 'does not conform';
  return endedEarly === undefined ? 'conforms' : 'inconclusive';
}

import type { Report } from './report.ts';

/** The version of the format. New properties keep it; a removed property increments it. */
const SHAPE = 1;

/** Formats a run as JSON; docs/reports.md documents the format. */
export function jsonReport(report: Report): string {
  const { baseUrl, surfaces, conclusion, counts, requests, milliseconds, endedEarly, leftBehind } = report;
  const value = {
    version: SHAPE,
    baseUrl,
    surfaces,
    conclusion,
    counts,
    requests,
    milliseconds: Math.round(milliseconds),
    endedEarly: endedEarly ?? null,
    leftBehind,
    coverage: report.coverage,
    checks: report.results.map(({ check, outcome, reason, violations, milliseconds: took }) => ({
      id: check.id,
      kind: check.kind,
      title: check.title,
      operationId: check.operationId,
      outcome,
      reason: reason ?? null,
      milliseconds: Math.round(took),
      violations,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

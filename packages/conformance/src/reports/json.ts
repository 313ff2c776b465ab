import type { Report } from './report.ts';

/** The version of the shape below: it gains properties, and another number if it loses one. */
const SHAPE = 1;

/** A run for machines; the README documents the shape. */
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
    checks: report.verdicts.map(({ check, outcome, reason, findings, milliseconds: took }) => ({
      id: check.id,
      kind: check.kind,
      title: check.title,
      operationId: check.operationId,
      outcome,
      reason: reason ?? null,
      milliseconds: Math.round(took),
      findings,
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

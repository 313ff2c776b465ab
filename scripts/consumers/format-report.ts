import { formatTable } from '@penstock/bench/format-table';
import type { Report, Result } from './check-bundles.ts';

const ADVICE = `
Fix the contract. If it is right and the tool is wrong, find or open the issue of the tool, and only then name it in
scripts/consumers/known-limits.ts. A tool that does not support oneOf belongs in scripts/consumers/one-of-expectations.ts.
`;

/** A table of all results, and below it what is wrong and what to do. */
export function formatReport({ results, stale }: Report): string {
  const table = formatTable(
    ['tool', 'version', 'surface', 'form', 'result', 'ms'],
    results.map((result) => [
      result.tool,
      result.version,
      result.surface,
      result.form,
      verdict(result),
      String(result.ms),
    ]),
  );
  const failures = results.filter(({ ok, expected }) => !ok && !expected).map(formatFailure);
  const accepted = results
    .filter(({ ok, expected }) => ok && !expected)
    .map(
      ({ tool, surface }) =>
        `\n${tool} now accepts the oneOf form of ${surface}: remove it from scripts/consumers/one-of-expectations.ts.\n`,
    );
  const known = new Set(results.flatMap((result) => result.known));
  const notes = [...known].map(({ consumer, reason, issue }) => `\n${consumer}: ${reason} See ${issue}\n`);
  const old = stale.map(
    ({ consumer, issue }) =>
      `\nThe entry for ${consumer} in scripts/consumers/known-limits.ts (${issue}) is no longer needed: remove it.\n`,
  );
  const advice = failures.length > 0 ? [ADVICE] : [];
  return [table, ...failures, ...advice, ...accepted, ...notes, ...old].join('');
}

function verdict({ ok, expected, known }: Result): string {
  if (!ok) return expected ? 'rejected, as recorded' : 'failed';
  return known.length > 0 ? 'ok, except for a known limit' : 'ok';
}

function formatFailure({ tool, version, surface, form, findings }: Result): string {
  const groups = Map.groupBy(findings, ({ sentence }) => sentence);
  const texts = [...groups].map(
    ([sentence, group]) =>
      `${sentence}\n${group.map(({ output }) => output.replace(/^/gm, '    ')).join('\n')}\n`,
  );
  return `\n${tool} ${version}, ${surface}${form === 'flat' ? '' : ', oneOf'}: ${texts.join('')}`;
}

/** The report for programs. */
export function reportAsJson(report: Report): string {
  return `${JSON.stringify(report, (_key, value) => (value instanceof RegExp ? String(value) : value), 2)}\n`;
}

import type { OperationId } from '@penstock/contract';
import type { Finding, Verdict } from '../run/verdict.ts';
import type { Report } from './report.ts';

/** What XML 1.0 has no way to write, not even escaped (section 2.2): controls, and halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** A run as CI systems read test results: a suite an operation, a case a check. */
export function junitReport(report: Report): string {
  const suites = Map.groupBy(report.verdicts, ({ check }) => check.operationId);
  const { passed, failed, skipped } = report.counts;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'penstock-conformance', tests: passed + failed + skipped, failures: failed, errors: 0, time: seconds(report.milliseconds) })}>`,
    ...[...suites].flatMap(([operationId, verdicts]) => suiteLines(operationId, verdicts)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(operationId: OperationId, verdicts: readonly Verdict[]): string[] {
  const count = (outcome: Verdict['outcome']) =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const time = verdicts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [
    `  <testsuite${attributes({
      name: operationId,
      tests: verdicts.length,
      failures: count('failed'),
      errors: 0,
      skipped: count('skipped'),
      time: seconds(time),
    })}>`,
    ...verdicts.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function caseLines({ check, outcome, reason, findings, milliseconds }: Verdict): string[] {
  const head = `    <testcase${attributes({ name: check.id, classname: check.operationId, time: seconds(milliseconds) })}`;
  if (outcome === 'passed') return [`${head}/>`];
  const inside =
    outcome === 'skipped'
      ? [`      <skipped${attributes({ message: reason ?? '' })}/>`]
      : [
          `      <failure${attributes({ message: findings[0]?.message ?? '', type: check.kind })}>${escaped(failureText(check.title, findings))}</failure>`,
        ];
  return [`${head}>`, ...inside, '    </testcase>'];
}

function failureText(title: string, findings: readonly Finding[]): string {
  const each = findings.map(({ message, request, answer }) =>
    [message, request, answer && `${answer.status} ${answer.body}`]
      .filter((part) => part !== undefined)
      .join('\n'),
  );
  return [title, ...each].join('\n\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll(/[\t\n\r]/g, ' ')}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

import type { OperationId } from '@penstock/contract';
import xmlbuilder, { type XMLElement } from 'xmlbuilder';
import type { CheckResult, Violation } from '../run/check-result.ts';
import type { Report } from './report.ts';

/*
 * Writes the elements with xmlbuilder and not with junit-report-builder, which is built on it: that one has no message
 * for skipped checks and no text for failures without a stack trace, and CI systems display both.
 */

const OPTIONS = { encoding: 'UTF-8', invalidCharReplacement: '\ufffd' };
/** xmlbuilder replaces other invalid characters of XML 1.0 itself. */
const UNPAIRED_SURROGATES = /\p{Cs}/gu;

/** Formats a run as CI systems read test results: one suite per operation, one test case per check. */
export function junitReport(report: Report): string {
  const { passed, failed, skipped } = report.counts;
  const root = xmlbuilder.create('testsuites', OPTIONS);
  setAttributes(root, {
    name: 'penstock-conformance',
    tests: passed + failed + skipped,
    failures: failed,
    errors: 0,
    time: seconds(report.milliseconds),
  });
  for (const [operationId, results] of Map.groupBy(report.results, ({ check }) => check.operationId))
    addSuite(root, operationId, results);
  return `${root.end({ pretty: true })}\n`;
}

function addSuite(root: XMLElement, operationId: OperationId, results: readonly CheckResult[]): void {
  const count = (outcome: CheckResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const suite = root.element('testsuite');
  setAttributes(suite, {
    name: operationId,
    tests: results.length,
    failures: count('failed'),
    errors: 0,
    skipped: count('skipped'),
    time: seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
  });
  for (const result of results) addCase(suite, result);
}

function addCase(suite: XMLElement, { check, outcome, reason, violations, milliseconds }: CheckResult): void {
  const element = suite.element('testcase');
  setAttributes(element, { name: check.id, classname: check.operationId, time: seconds(milliseconds) });
  if (outcome === 'skipped') setAttributes(element.element('skipped'), { message: reason ?? '' });
  if (outcome !== 'failed') return;
  const failure = element.element('failure');
  setAttributes(failure, { message: violations[0]?.message ?? '', type: check.kind });
  failure.text(wellFormed(failureText(check.title, violations)));
}

function failureText(title: string, violations: readonly Violation[]): string {
  const paragraphs = violations.map(({ message, request, response }) =>
    [message, request, response && `${response.status} ${response.body}`]
      .filter((part) => part !== undefined)
      .join('\n'),
  );
  return [title, ...paragraphs].join('\n\n');
}

/** Parsers replace line breaks in attributes by spaces. */
function setAttributes(element: XMLElement, values: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(values))
    element.attribute(name, wellFormed(String(value)).replaceAll(/[\t\n\r]/g, ' '));
}

function wellFormed(text: string): string {
  return text.replaceAll(UNPAIRED_SURROGATES, '\ufffd');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

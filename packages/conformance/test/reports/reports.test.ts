import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { jsonReport } from '../../src/reports/json.ts';
import { junitReport } from '../../src/reports/junit.ts';
import { markdownReport } from '../../src/reports/markdown.ts';
import type { Report } from '../../src/reports/report.ts';

/** Text of a server that tries to be markup. */
const HOSTILE = [
  '<script>alert(1)</script>',
  ']]><!--',
  '" onload="x',
  '&amp;',
  '```\n# heading\n```',
  '`` ` ``',
  '\u0000\u0007\u001b[31m\u202e\ud800',
  '@everyone ![x](https://tracker.example/x.png) | a | b |',
].join('\n');

const check = { kind: 'generated', operationId: 'getPipe', needs: [], writes: false } as const;

const REPORT: Report = {
  baseUrl: 'http://127.0.0.1:8080',
  surfaces: ['management'],
  conclusion: 'does not conform',
  counts: { passed: 1, failed: 1, skipped: 1 },
  requests: 3,
  milliseconds: 1234.5,
  leftBehind: [HOSTILE],
  endedEarly: HOSTILE,
  coverage: [
    {
      operationId: 'getPipe',
      requests: 3,
      seenStatuses: [200],
      unseenStatuses: [404],
      undeclaredStatuses: [302],
      parameters: { seen: 1, declared: 3 },
      bodyLocations: { seen: 0, declared: 0 },
    },
  ],
  results: [
    {
      check: { ...check, id: 'a/passed', title: 'it passes' },
      outcome: 'passed',
      violations: [],
      milliseconds: 1,
    },
    {
      check: { ...check, id: 'b/failed', title: HOSTILE },
      outcome: 'failed',
      violations: [{ message: HOSTILE, request: HOSTILE, response: { status: 200, body: HOSTILE } }],
      milliseconds: 2,
    },
    {
      check: { ...check, id: 'c/skipped', title: 'it is skipped' },
      outcome: 'skipped',
      violations: [],
      reason: HOSTILE,
      milliseconds: 0,
    },
  ],
};

test('a JUnit report is valid against the schema of CI systems, whatever the server returned', async () => {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: junitReport(REPORT) }],
    schema: [readFileSync(`${import.meta.dirname}/../support/junit.xsd`, 'utf8')],
  });
  expect({ valid, errors }).toEqual({ valid: true, errors: [] });
});

test('a Markdown report contains text of the server in code only', () => {
  const outside = withoutCode(markdownReport(REPORT));
  for (const text of ['script', 'onload', 'heading', 'everyone', 'tracker', '\u202e', '\u001b'])
    expect(outside).not.toContain(text);
  expect(outside).toContain('does not conform to the Penstock contract');
  expect(outside).toContain('| getPipe | yes | - | 1/3 |  | 302 |');
});

test('a Markdown report fits into a comment of a pull request', () => {
  const [passed, failed, skipped] = REPORT.results as [object, Report['results'][number], object];
  const many = Array.from({ length: 5000 }, (_none, index) => ({
    ...failed,
    violations: [{ message: `${index} ${'x'.repeat(5000)}` }],
  }));
  const results = [passed, ...many, skipped] as Report['results'];
  expect(markdownReport({ ...REPORT, results }).length).toBeLessThan(65_536);
});

test('a JSON report has its documented format', () => {
  const report = JSON.parse(jsonReport(REPORT));
  expect(report).toMatchObject({
    version: 1,
    baseUrl: 'http://127.0.0.1:8080',
    surfaces: ['management'],
    conclusion: 'does not conform',
    counts: { passed: 1, failed: 1, skipped: 1 },
    requests: 3,
    milliseconds: 1235,
    coverage: REPORT.coverage,
  });
  expect(report.checks.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
    ['a/passed', 'passed'],
    ['b/failed', 'failed'],
    ['c/skipped', 'skipped'],
  ]);
});

/** Removes code as CommonMark defines it: fenced blocks, then spans between equal runs of backticks. */
function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})[^`\n]*\n[\s\S]*?^\1`*$/gm, '')
    .replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

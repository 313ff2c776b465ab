import { coverageTable } from './coverage-table.ts';
import { oneLine } from './one-line.ts';
import type { Report } from './report.ts';
import { countLine } from './summary.ts';
import { skipReasons, violationGroups } from './violation-groups.ts';

/** GitHub limits a comment to 65,536 characters. */
const MAX_CHARACTERS = 60_000;
const MAX_GROUPS = 20;
const MAX_DETAILS = 1000;

const HEADINGS = {
  conforms: '## ✅ The server conforms to the Penstock contract',
  'does not conform': '## ❌ The server does not conform to the Penstock contract',
  inconclusive: '## ❔ The check of the server is inconclusive',
} as const;

/** Formats a run as a comment of a pull request. Text from the server appears in code only, where it cannot be markup. */
export function markdownReport(report: Report): string {
  const sections = [
    HEADINGS[report.conclusion],
    `${code(report.baseUrl)}, ${report.surfaces.join(' and ')}. ${countLine(report)}`,
    ...(report.endedEarly === undefined ? [] : [code(report.endedEarly)]),
    ...leftBehind(report),
    ...violations(report),
    ...skipped(report),
    coverage(report),
  ];
  let length = 0;
  const fitting = sections.filter((section) => {
    length += section.length + 2;
    return length <= MAX_CHARACTERS;
  });
  const cut = fitting.length < sections.length ? ['The report was cut to fit into a comment.'] : [];
  return `${[...fitting, ...cut].join('\n\n')}\n`;
}

function violations({ results }: Report): string[] {
  const groups = violationGroups(results);
  const sections = groups.slice(0, MAX_GROUPS).map(({ message, checks, first }) => {
    const where =
      checks.length === 1 ? code(checks[0] ?? '') : `${checks.length} checks, first ${code(checks[0] ?? '')}`;
    const response = first.response && `${first.response.status} ${first.response.body}`;
    const seen = [first.request, response].filter((part) => part !== undefined);
    const details = seen.length === 0 ? '' : `\n\n${fenced(seen.join('\n\n').slice(0, MAX_DETAILS))}`;
    return `### ${code(message)}\n\n${where}${details}`;
  });
  const more = groups.length - MAX_GROUPS;
  return more > 0 ? [...sections, `And ${more} other kinds of violations.`] : sections;
}

function skipped({ results }: Report): string[] {
  const lines = [...skipReasons(results)].map(([reason, count]) => `- ${count} skipped: ${code(reason)}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function leftBehind({ leftBehind: names }: Report): string[] {
  if (names.length === 0) return [];
  return [
    [
      'These resources were created and could not be deleted:',
      '',
      ...names.map((name) => `- ${code(name)}`),
    ].join('\n'),
  ];
}

function coverage(report: Report): string {
  const [headings = [], ...rows] = coverageTable(report.coverage);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(headings), line(headings.map(() => '---')), ...rows.map(line)];
  return `<details><summary>Coverage of the contract</summary>\n\n${table.join('\n')}\n\n</details>`;
}

/** In code, only a run of as many backticks as the opening one is markup. */
function code(text: string): string {
  const line = oneLine(text);
  const marks = backticks(line, 1);
  return `${marks} ${line} ${marks}`;
}

function fenced(text: string): string {
  const lines = text.split(/\r?\n/).map(oneLine).join('\n');
  const marks = backticks(lines, 3);
  return `${marks}text\n${lines}\n${marks}`;
}

/** One more than the longest run of backticks in the text. */
function backticks(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

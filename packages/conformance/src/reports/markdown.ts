import { coverageTable } from './coverage-table.ts';
import { findingGroups, skipReasons } from './finding-groups.ts';
import { oneLine } from './one-line.ts';
import type { Report } from './report.ts';
import { countLine } from './summary.ts';

/** A comment of a pull request has room for 65,536 characters. */
const MOST_CHARACTERS = 60_000;
const MOST_GROUPS = 20;
const MOST_SHOWN = 1000;

const HEADINGS = {
  conforms: '## ✅ The server keeps the Penstock contract',
  'does not conform': '## ❌ The server does not keep the Penstock contract',
  'could not tell': '## ❔ Whether the server keeps the Penstock contract could not be told',
} as const;

/** A run as a comment of a pull request. What a server has said stands in code alone, where it can be no markup. */
export function markdownReport(report: Report): string {
  const sections = [
    HEADINGS[report.conclusion],
    `${code(report.baseUrl)}, ${report.surfaces.join(' and ')}. ${countLine(report)}`,
    ...(report.endedEarly === undefined ? [] : [code(report.endedEarly)]),
    ...leftBehind(report),
    ...findings(report),
    ...skipped(report),
    coverage(report),
  ];
  let length = 0;
  const fitting = sections.filter((section) => {
    length += section.length + 2;
    return length <= MOST_CHARACTERS;
  });
  const cut =
    fitting.length < sections.length
      ? ['Some of it was left out, because a comment has no room for it.']
      : [];
  return `${[...fitting, ...cut].join('\n\n')}\n`;
}

function findings({ verdicts }: Report): string[] {
  const groups = findingGroups(verdicts);
  const shown = groups.slice(0, MOST_GROUPS).map(({ message, checks, first }) => {
    const where =
      checks.length === 1
        ? code(checks[0] ?? '')
        : `${checks.length} checks, the first is ${code(checks[0] ?? '')}`;
    const answer = first.answer && `${first.answer.status} ${first.answer.body}`;
    const seen = [first.request, answer].filter((part) => part !== undefined);
    const details = seen.length === 0 ? '' : `\n\n${fenced(seen.join('\n\n').slice(0, MOST_SHOWN))}`;
    return `### ${code(message)}\n\n${where}${details}`;
  });
  const more = groups.length - MOST_GROUPS;
  return more > 0 ? [...shown, `And ${more} findings of other kinds.`] : shown;
}

function skipped({ verdicts }: Report): string[] {
  const lines = [...skipReasons(verdicts)].map(([reason, count]) => `- ${count} skipped: ${code(reason)}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function leftBehind({ leftBehind: names }: Report): string[] {
  if (names.length === 0) return [];
  return [
    ['This was made and could not be deleted:', '', ...names.map((name) => `- ${code(name)}`)].join('\n'),
  ];
}

function coverage(report: Report): string {
  const [headings = [], ...rows] = coverageTable(report.coverage);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(headings), line(headings.map(() => '---')), ...rows.map(line)];
  return `<details><summary>Seen of what the contract declares</summary>\n\n${table.join('\n')}\n\n</details>`;
}

/** In code nothing is markup but as many backticks as began it. */
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

/** More than stand anywhere in the text in a row. */
function backticks(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

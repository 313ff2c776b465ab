import { styleText } from 'node:util';
import { coverageTable } from './coverage-table.ts';
import { findingGroups, skipReasons } from './finding-groups.ts';
import { oneLine } from './one-line.ts';
import type { Conclusion, Report } from './report.ts';

const MOST_GROUPS = 20;
const SHOWN_BODY = 200;

const WORDS: Readonly<
  Record<Conclusion, { readonly colour: 'green' | 'red' | 'yellow'; readonly text: string }>
> = {
  conforms: { colour: 'green', text: 'The server keeps the contract, as far as it was looked at.' },
  'does not conform': { colour: 'red', text: 'The server does not keep the contract.' },
  'could not tell': { colour: 'yellow', text: 'Whether the server keeps the contract could not be told.' },
};

/** A run for people, in colours if the stream is a terminal. */
export function summaryText(report: Report, stream: NodeJS.WritableStream): string {
  const { colour, text } = WORDS[report.conclusion];
  return [
    ...coverageLines(report),
    ...findingLines(report, stream),
    ...skippedLines(report),
    ...leftBehindLines(report),
    ...(report.endedEarly === undefined ? [] : [oneLine(report.endedEarly), '']),
    countLine(report),
    paint(colour, text, stream),
    '',
  ].join('\n');
}

/** "12 passed, 1 failed", and what it took. */
export function countLine({ counts, requests, milliseconds }: Report): string {
  const { passed, failed, skipped } = counts;
  return `${passed} checks passed, ${failed} failed, ${skipped} were skipped: ${requests} requests in ${(milliseconds / 1000).toFixed(1)} s.`;
}

function coverageLines({ coverage }: Report): string[] {
  const cells = coverageTable(coverage);
  const widths = (cells[0] ?? []).map((_heading, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['Seen of what the contract declares (- did not come):', '', ...lines, ''];
}

function findingLines({ verdicts }: Report, stream: NodeJS.WritableStream): string[] {
  const groups = findingGroups(verdicts);
  const shown = groups
    .slice(0, MOST_GROUPS)
    .flatMap(({ message, checks, first }) => [
      paint('red', oneLine(message), stream),
      `  ${checks.length === 1 ? checks[0] : `${checks.length} checks, the first is ${checks[0]}`}`,
      ...(first.request === undefined ? [] : [`  ${oneLine(first.request)}`]),
      ...(first.answer === undefined
        ? []
        : [`  ${first.answer.status} ${oneLine(first.answer.body).slice(0, SHOWN_BODY)}`]),
      '',
    ]);
  const more = groups.length - MOST_GROUPS;
  return more > 0
    ? [...shown, `And ${more} findings of other kinds: --report json has them all.`, '']
    : shown;
}

function skippedLines({ verdicts }: Report): string[] {
  const lines = [...skipReasons(verdicts)].map(([reason, count]) => `${count} skipped: ${oneLine(reason)}`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function leftBehindLines({ leftBehind }: Report): string[] {
  if (leftBehind.length === 0) return [];
  return ['This was made and could not be deleted:', ...leftBehind.map((name) => `  ${oneLine(name)}`), ''];
}

function paint(colour: 'green' | 'red' | 'yellow', text: string, stream: NodeJS.WritableStream): string {
  return styleText(colour, text, { stream });
}

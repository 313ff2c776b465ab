import { styleText } from 'node:util';
import { coverageTable } from './coverage-table.ts';
import { oneLine } from './one-line.ts';
import type { Conclusion, Report } from './report.ts';
import { skipReasons, violationGroups } from './violation-groups.ts';

const MAX_GROUPS = 20;
const MAX_BODY = 200;

const WORDS: Readonly<
  Record<Conclusion, { readonly colour: 'green' | 'red' | 'yellow'; readonly text: string }>
> = {
  conforms: { colour: 'green', text: 'The server conforms to the contract, as far as it was checked.' },
  'does not conform': { colour: 'red', text: 'The server does not conform to the contract.' },
  inconclusive: { colour: 'yellow', text: 'The check of the server is inconclusive.' },
};

/** Formats a run for the terminal, in colours if the stream is one. */
export function summaryText(report: Report, stream: NodeJS.WritableStream): string {
  const { colour, text } = WORDS[report.conclusion];
  return [
    ...coverageLines(report),
    ...violationLines(report, stream),
    ...skippedLines(report),
    ...leftBehindLines(report),
    ...(report.endedEarly === undefined ? [] : [oneLine(report.endedEarly), '']),
    countLine(report),
    paint(colour, text, stream),
    '',
  ].join('\n');
}

/** Returns the counts of a run, its requests and its duration. */
export function countLine({ counts, requests, milliseconds }: Report): string {
  const { passed, failed, skipped } = counts;
  return `${passed} checks passed, ${failed} failed, ${skipped} skipped: ${requests} requests in ${(milliseconds / 1000).toFixed(1)} s.`;
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
  return ['Coverage of the contract (- means not returned):', '', ...lines, ''];
}

function violationLines({ results }: Report, stream: NodeJS.WritableStream): string[] {
  const groups = violationGroups(results);
  const lines = groups
    .slice(0, MAX_GROUPS)
    .flatMap(({ message, checks, first }) => [
      paint('red', oneLine(message), stream),
      `  ${checks.length === 1 ? checks[0] : `${checks.length} checks, first ${checks[0]}`}`,
      ...(first.request === undefined ? [] : [`  ${oneLine(first.request)}`]),
      ...(first.response === undefined
        ? []
        : [`  ${first.response.status} ${oneLine(first.response.body).slice(0, MAX_BODY)}`]),
      '',
    ]);
  const more = groups.length - MAX_GROUPS;
  return more > 0
    ? [...lines, `And ${more} other kinds of violations; --report json contains all.`, '']
    : lines;
}

function skippedLines({ results }: Report): string[] {
  const lines = [...skipReasons(results)].map(([reason, count]) => `${count} skipped: ${oneLine(reason)}`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function leftBehindLines({ leftBehind }: Report): string[] {
  if (leftBehind.length === 0) return [];
  return [
    'These resources were created and could not be deleted:',
    ...leftBehind.map((name) => `  ${oneLine(name)}`),
    '',
  ];
}

function paint(colour: 'green' | 'red' | 'yellow', text: string, stream: NodeJS.WritableStream): string {
  return styleText(colour, text, { stream });
}

import type { Change } from '../change.ts';
import { approvalFor } from '../gate/approvals.ts';
import { code, codeBlock, escaped, sentence } from './markdown-text.ts';
import {
  changesOf,
  type Findings,
  gateDiagnostics,
  hasBriefValues,
  headline,
  operationNames,
  plural,
  rowsOf,
  TIERS,
} from './report.ts';

/** Comments on pull requests end at 65536 characters; a report names this many safe changes and counts the rest. */
const MOST_SAFE = 100;
/** Longer values are cut. */
const LONGEST_VALUE = 200;
const LONGEST_SHORT = 60;

/** Formats the report for a reviewer. Text from a contract cannot become markup. */
export function markdownReport(findings: Findings): string {
  const parts = [
    `## ${escaped(headline(findings))}`,
    verdict(findings),
    table(findings),
    ...gateDiagnostics(findings).map((diagnostic) => `> [!WARNING]\n> ${boldly(diagnostic)}`),
    ...breakingSections(findings),
    cautions(findings),
    safeSection(findings, 'additive', 'addition'),
    safeSection(findings, 'documentation', 'change of documentation'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function verdict({ documents, gate }: Findings): string {
  if (!gate) {
    const bump = documents[0]?.diff.bump ?? 'none';
    return bump === 'none' ? '' : `These changes need a **${bump}** version.`;
  }
  const version = gate.version;
  const needs =
    version && version.required !== 'none'
      ? ` They need a **${version.required}** release of ${code(version.package)} (now ${escaped(version.version)}); its changesets announce **${version.announced}**.`
      : '';
  return `${gate.passes ? '**These changes may be released.**' : '**These changes may not be released yet.**'}${needs}`;
}

function table(findings: Findings): string {
  const rows = rowsOf(findings);
  if (rows.length === 0) return '';
  return [
    '| document | tier | breaking | additions | documentation |',
    '| --- | --- | ---: | ---: | ---: |',
    ...rows.map(
      ({ document, tier, counts }) =>
        `| ${escaped(document)} | ${tier} | ${counts.breaking || ''} | ${counts.additive || ''} | ${counts.documentation || ''} |`,
    ),
  ].join('\n');
}

function breakingSections(findings: Findings): string[] {
  const breaking = changesOf(findings, 'breaking');
  return TIERS.flatMap((tier) => {
    const changes = breaking.filter(({ change }) => change.tier === tier);
    if (changes.length === 0) return [];
    return [
      `### Breaking, ${tier}`,
      PROMISES[tier],
      ...changes.map((found) => breakingItem(findings, found)),
    ];
  });
}

const PROMISES = {
  stable:
    'These operations must not change under their path prefix. Revert the change, deprecate and add a new one, or have it approved.',
  beta: 'An unavoidable breaking change must be announced: its approval and the changeset name the affected clients.',
  experimental: 'These may change with any release and do not fail the check. The changelog lists them.',
};

function breakingItem(
  { gate }: Findings,
  { document, change }: { document: string; change: Change },
): string {
  const { summary, part, location, before, after, why = '', instead = '', rule, pointer } = change;
  const approval = gate?.approved.find((one) => one.change === change)?.approval;
  const where = location ? ` (${code(`${location.file}:${location.line}`)})` : '';
  const isUnapproved = gate?.unapproved.some((one) => one.change === change);
  return [
    `#### ${sentence(summary)}`,
    [
      `- **Where:** ${[escaped(document), part && sentence(part)].filter(Boolean).join(', ')}${where}`,
      `- **Reaches:** ${operations(change)}`,
      ...(hasBriefValues(change) ? [`- **Before → after:** ${value(before)} → ${value(after)}`] : []),
      `- **Breaks:** ${sentence(why)}`,
      `- **Instead:** ${sentence(instead)}`,
      `- **Rule:** ${code(rule)} at ${code(pointer)}`,
      ...(approval
        ? [`- **Approved** by ${escaped(approval.by)} until ${approval.expires}: ${escaped(approval.reason)}`]
        : []),
    ].join('\n'),
    ...(isUnapproved
      ? [folded('To approve it, add this to the approvals', codeBlock(approvalFor(document, change), 'yaml'))]
      : []),
  ].join('\n\n');
}

function operations(change: Change): string {
  const names = operationNames(change).map(code);
  if (names.length === 0) return 'the whole document';
  if (names.length <= 3) return names.join(', ');
  return `<details><summary>${names.length} operations</summary>${names.join(', ')}</details>`;
}

function safeSection(findings: Findings, impact: 'additive' | 'documentation', noun: string): string {
  const changes = changesOf(findings, impact);
  if (changes.length === 0) return '';
  const title =
    impact === 'documentation' && changes.length > 1
      ? `${changes.length} changes of documentation`
      : plural(changes.length, noun);
  const lines = changes.slice(0, MOST_SAFE).map(({ document, change }) => {
    const [first, ...others] = operationNames(change);
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const reached = first === undefined ? '' : ` (${code(first)}${more})`;
    const part = [escaped(document), change.part && sentence(change.part)].filter(Boolean).join(', ');
    return `- ${part}: ${sentence(change.summary)}${shortValues(change)}${reached}`;
  });
  const rest = changes.length - lines.length;
  return folded(title, [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n'));
}

/** Changes that only a reader can judge are not collapsed. */
function cautions(findings: Findings): string {
  const lines = changesOf(findings, 'documentation').flatMap(({ document, change }) => {
    if (change.caution === undefined) return [];
    const [operation] = operationNames(change);
    const where = [escaped(document), change.part && sentence(change.part), operation && code(operation)];
    return [
      `- ${where.filter(Boolean).join(', ')}: ${escaped(change.caution)} ${value(change.before)} → ${value(change.after)}`,
    ];
  });
  return lines.length === 0 ? '' : ['### For the reviewer to decide', lines.join('\n')].join('\n\n');
}

function folded(title: string, content: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;
}

/** Values short enough for the same line. */
function shortValues({ rule, before, after }: Change): string {
  const values = [before, after].map((json) => JSON.stringify(json) ?? '');
  if (rule !== 'modified' || values.some((text) => text.length > LONGEST_SHORT)) return '';
  return ` ${value(before)} → ${value(after)}`;
}

function value(json: unknown): string {
  if (json === undefined) return '(none)';
  const text = JSON.stringify(json);
  return code(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text);
}

/** Diagnostics are our own sentences, with some words in bold. */
function boldly(diagnostic: string): string {
  return diagnostic
    .split('**')
    .map((part, index) => (index % 2 === 1 ? `**${escaped(part)}**` : sentence(part)))
    .join('');
}

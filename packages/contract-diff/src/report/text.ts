import { styleText } from 'node:util';
import type { Change } from '../change.ts';
import { approvalFor } from '../gate/approvals.ts';
import {
  changesOf,
  type Findings,
  gateDiagnostics,
  hasBriefValues,
  headline,
  operationNames,
  plural,
} from './report.ts';

/** The number of operations of a change that are listed; the others are counted. */
const NAMED = 3;

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Formats the report for a terminal. */
export function textReport(findings: Findings, stream: NodeJS.WriteStream): string {
  const paint: Paint = (format, text) => styleText(format, text, { stream });
  const breaking = changesOf(findings, 'breaking');
  const approved = new Set(findings.gate?.approved.map(({ change }) => change));
  const additive = changesOf(findings, 'additive').length;
  const documentation = changesOf(findings, 'documentation').length;
  const lines = [
    ...breaking.flatMap(({ document, change }) => [
      ...describe(document, change, approved.has(change), findings.gate !== undefined, paint),
      '',
    ]),
    ...cautions(findings).flatMap((caution) => [`${paint('yellow', 'READ THIS')}  ${caution}`, '']),
    ...gateDiagnostics(findings).flatMap((diagnostic) => [paint('red', plain(diagnostic)), '']),
    `${paint('bold', headline(findings))}; ${plural(additive, 'addition')}, ${plural(documentation, 'change')} of documentation. ${release(findings)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function describe(
  document: string,
  change: Change,
  isApproved: boolean,
  isGate: boolean,
  paint: Paint,
): string[] {
  const { tier, rule, summary, part, location, before, after, why = '', instead = '' } = change;
  const label = isApproved ? 'approved' : tier === 'experimental' ? 'reported' : 'BREAKING';
  const names = operationNames(change);
  const values = hasBriefValues(change) ? [`  before → after   ${value(before)} → ${value(after)}`] : [];
  return [
    `${paint(isApproved || tier === 'experimental' ? 'yellow' : 'red', label)}  ${plain(summary)}`,
    `  where            ${plain([document, tier, part].filter(Boolean).join(', '))}`,
    `                   ${plain(location ? `${location.file}:${location.line}` : change.pointer)}`,
    ...names
      .slice(0, NAMED)
      .map((name, index) => `  ${index === 0 ? 'in ' : '   '}              ${plain(name)}`),
    ...(names.length > NAMED ? [`                   and ${names.length - NAMED} more`] : []),
    ...values,
    `  breaks           ${why}`,
    `  instead          ${instead}`,
    paint('dim', `  rule             ${rule}`),
    ...(isGate && !isApproved && tier !== 'experimental'
      ? [
          '  to approve       add to the approvals:',
          ...approvalFor(document, change)
            .split('\n')
            .map((line) => `    ${line}`),
        ]
      : []),
  ];
}

function cautions(findings: Findings): string[] {
  return changesOf(findings, 'documentation').flatMap(({ document, change }) => {
    const where = [document, change.part, operationNames(change)[0]].filter(Boolean).join(', ');
    return change.caution === undefined
      ? []
      : [
          `${plain(`${change.caution} (${where})`)}\n  before → after   ${value(change.before)} → ${value(change.after)}`,
        ];
  });
}

function release({ documents, gate }: Findings): string {
  if (gate?.version) {
    const { required, announced } = gate.version;
    return required === 'none'
      ? 'No release is needed.'
      : `Needs a ${required} release; changesets announce ${announced}.`;
  }
  const bump = documents[0]?.diff.bump ?? 'none';
  return bump === 'none' ? '' : `Needs a ${bump} version.`;
}

function value(json: unknown): string {
  const text = json === undefined ? '(none)' : JSON.stringify(json);
  return plain(text.length > 120 ? `${text.slice(0, 119)}…` : text);
}

/** Text from a contract must not move the cursor of the terminal. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a terminal
  return text.replaceAll('**', '').replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�');
}

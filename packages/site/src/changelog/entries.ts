import type { Change, Impact } from '@penstock/contract-diff';
import type { Contract } from '../contract/contract.ts';
import { operationPage } from '../links.ts';
import { codeSpan } from '../markdown/prose.ts';
import type { SurfaceChanges } from './changes.ts';

/** A change since the last release, for the pages. */
export interface Entry {
  /** Unique on the page of the changelog. */
  readonly id: string;
  readonly impact: Impact;
  /** What has changed, in a few words, as Markdown. */
  readonly label: string;
  /** What has changed, whom it affects, and what to do, as Markdown. */
  readonly text: string;
  /** The operations that it affects; none if it concerns the whole document. */
  readonly operationIds: readonly string[];
}

export function entriesOf(changes: readonly SurfaceChanges[], contract: Contract): Entry[] {
  return changes.flatMap(({ surface, diff }) =>
    diff.changes.map((change, index) => ({
      id: `${surface}-${index + 1}`,
      impact: change.impact,
      label: change.part || change.summary,
      text: textOf(surface, change, contract),
      operationIds: operationIdsOf(change),
    })),
  );
}

function operationIdsOf({ operations }: Change): string[] {
  return [...new Set(operations.map(({ operationId = '' }) => operationId).filter(Boolean))];
}

function textOf(surface: string, change: Change, contract: Contract): string {
  const { tier, part, summary, why, instead } = change;
  const names = operationIdsOf(change).map((operationId) => operationLink(operationId, contract));
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  const affected = names.length === 0 ? '' : ` Affects ${names.slice(0, 3).join(', ')}${more}.`;
  const advice = [why, instead].filter(Boolean).join(' ');
  return `**${surface}, ${tier}**: ${sentence([part, summary].filter(Boolean).join(': '))}${affected}${advice ? ` ${advice}` : ''}`;
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** A removed operation has no page. */
function operationLink(operationId: string, { operations }: Contract): string {
  const operation = operations.get(operationId);
  return operation ? `[${codeSpan(operationId)}](${operationPage(operation)})` : codeSpan(operationId);
}

export const impacts: readonly { readonly impact: Impact; readonly title: string }[] = [
  { impact: 'breaking', title: 'Breaking' },
  { impact: 'additive', title: 'Additions' },
  { impact: 'documentation', title: 'Documentation' },
];

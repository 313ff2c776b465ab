import type { Bump, Change, Impact, Tier } from '../change.ts';
import type { ContractDiff } from '../diff.ts';
import type { GateResult } from '../gate/check.ts';

/** The content of a report: one comparison, or the result of the gate. */
export interface Findings {
  readonly documents: readonly { readonly name: string; readonly diff: ContractDiff }[];
  /** Undefined if two files were compared without a decision about a release. */
  readonly gate?: GateResult;
}

/** The counts of one tier of one document. */
export interface Row {
  readonly document: string;
  readonly tier: Tier;
  readonly counts: Readonly<Record<Impact, number>>;
}

export const TIERS: readonly Tier[] = ['stable', 'beta', 'experimental'];

/** Returns the table of a report: documents by tier, without tiers that have no change. */
export function rowsOf({ documents }: Findings): Row[] {
  return documents.flatMap(({ name, diff }) =>
    TIERS.map((tier) => {
      const count = (impact: Impact) =>
        diff.changes.filter((change) => change.tier === tier && change.impact === impact).length;
      return {
        document: name,
        tier,
        counts: {
          breaking: count('breaking'),
          additive: count('additive'),
          documentation: count('documentation'),
        },
      };
    }).filter(({ counts }) => Object.values(counts).some((count) => count > 0)),
  );
}

export function changesOf({ documents }: Findings, impact: Impact): { document: string; change: Change }[] {
  return documents.flatMap(({ name, diff }) =>
    diff.changes.filter((change) => change.impact === impact).map((change) => ({ document: name, change })),
  );
}

/** Returns the summary in one sentence. */
export function headline(findings: Findings): string {
  const { documents, gate } = findings;
  const breaking = changesOf(findings, 'breaking');
  if (documents.every(({ diff }) => diff.changes.length === 0)) return 'Nothing has changed';
  const counted = TIERS.map((tier) => ({
    tier,
    count: breaking.filter(({ change }) => change.tier === tier).length,
  }));
  const tiers = counted.filter(({ count }) => count > 0).map(({ tier, count }) => `${count} ${tier}`);
  const found =
    breaking.length === 0
      ? 'Nothing breaks'
      : `${plural(breaking.length, 'breaking change')} (${tiers.join(', ')})`;
  const approved = gate?.approved.length ? `, ${gate.approved.length} of them approved` : '';
  return `${found}${approved}`;
}

/** Returns the other reasons that prevent a release, and what to do about each. */
export function gateDiagnostics({ gate }: Findings): string[] {
  if (!gate) return [];
  const { stale, expired, version } = gate;
  return [
    ...stale.map(
      ({ document, pointer, rule }) =>
        `The approval of \`${rule}\` at \`${pointer}\` (\`${document}\`) matches no breaking change. Remove it.`,
    ),
    ...expired.map(
      ({ document, pointer, rule, expires, by }) =>
        `The approval of \`${rule}\` at \`${pointer}\` (\`${document}\`) by \`${by}\` ended on ${expires}. Revert the change, or approve it again.`,
    ),
    ...(version && !version.sufficient ? [versionDiagnostic(version)] : []),
  ];
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the operations of a change, such as "`GET /v1/pipes`"; none for the whole document. */
export function operationNames({ operations }: Change): string[] {
  return operations.map(({ method, path }) => `${method} ${path}`);
}

/** Whether the values before and after are short enough to print; whole schemas are not. */
export function hasBriefValues({ before, after }: Change): boolean {
  const isBrief = (value: unknown) => typeof value !== 'object' || value === null || Array.isArray(value);
  return (before !== undefined || after !== undefined) && isBrief(before) && isBrief(after);
}

function versionDiagnostic({
  package: name,
  version,
  required,
  announced,
  changesets,
}: NonNullable<GateResult['version']>): string {
  const advice = `\`pnpm changeset\`, choose \`${name}\` and **${required}**, and describe what changes for which clients.`;
  const from = `At version ${version} these changes are ${article(required)} release of \`${name}\``;
  if (changesets.length === 0) return `${from}, and no changeset lists it. Add one: ${advice}`;
  return `${from}, and its changesets announce ${article(announced)} one. Raise one, or add one: ${advice}`;
}

function article(bump: Bump): string {
  return `a **${bump}**`;
}

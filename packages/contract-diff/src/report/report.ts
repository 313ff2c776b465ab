import type { Bump, Change, Impact, Tier } from '../change.ts';
import type { ContractDiff } from '../diff.ts';
import type { GateResult } from '../gate/check.ts';

/** What a report is written of: one comparison, or all that the gate has found. */
export interface Findings {
  readonly documents: readonly { readonly name: string; readonly diff: ContractDiff }[];
  /** Absent if two files were compared and nothing was decided about a release. */
  readonly gate?: GateResult;
}

/** What one tier of one document has seen. */
export interface Row {
  readonly document: string;
  readonly tier: Tier;
  readonly counts: Readonly<Record<Impact, number>>;
}

export const TIERS: readonly Tier[] = ['stable', 'beta', 'experimental'];

/** The table of a report: documents by tier, without the tiers in which nothing happened. */
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

/** One sentence that says it all. */
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

/** What else keeps a release back, and what to do; nothing if the gate found no fault with it. */
export function gateFaults({ gate }: Findings): string[] {
  if (!gate) return [];
  const { stale, expired, version } = gate;
  return [
    ...stale.map(
      ({ document, pointer, rule }) =>
        `The approval of \`${rule}\` at \`${pointer}\` (\`${document}\`) matches no breaking change. Remove it.`,
    ),
    ...expired.map(
      ({ document, pointer, rule, expires, by }) =>
        `The approval of \`${rule}\` at \`${pointer}\` (\`${document}\`) by \`${by}\` ended on ${expires}. Revert the change, or approve it anew.`,
    ),
    ...(version && !version.sufficient ? [versionFault(version)] : []),
  ];
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The operations of a change, such as "`GET /v1/pipes`", the document as a whole being none. */
export function operationNames({ operations }: Change): string[] {
  return operations.map(({ method, path }) => `${method} ${path}`);
}

/** Whether what was before and after says more than the summary: a whole schema does not. */
export function showsValues({ before, after }: Change): boolean {
  const isBrief = (value: unknown) => typeof value !== 'object' || value === null || Array.isArray(value);
  return (before !== undefined || after !== undefined) && isBrief(before) && isBrief(after);
}

function versionFault({
  package: name,
  version,
  required,
  announced,
  changesets,
}: NonNullable<GateResult['version']>): string {
  const advice = `\`pnpm changeset\`, choose \`${name}\` and **${required}**, and say what changes for whom.`;
  const from = `At version ${version} these changes are ${article(required)} release of \`${name}\``;
  if (changesets.length === 0) return `${from}, and no changeset names it. Add one: ${advice}`;
  return `${from}, and its changesets announce ${article(announced)} one. Raise one, or add one: ${advice}`;
}

function article(bump: Bump): string {
  return `a **${bump}**`;
}

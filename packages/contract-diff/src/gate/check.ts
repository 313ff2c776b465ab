import { join, parse, resolve } from 'node:path';
import { highest } from '../bump.ts';
import type { Change } from '../change.ts';
import { type ContractDiff, diffContracts } from '../diff.ts';
import { type Approval, isOf, readApprovals } from './approvals.ts';
import { baselineFiles } from './baselines.ts';
import { compareWithChangesets, type VersionVerdict } from './changesets.ts';

/** The folders and files that the gate compares. */
export interface CheckOptions {
  /** The folder of the released documents. */
  readonly baseline: string;
  /** The folder of the current documents, with the same names. */
  readonly current: string;
  /** The file of approvals; without it no change is approved. */
  readonly approvals?: string;
  /** Compares the bump with the changesets of this package. */
  readonly release?: { readonly changesets: string; readonly packageFile: string };
  /** The day on which approvals must be valid, such as `2026-11-20`. */
  readonly today?: string;
}

/** The decision whether a contract may be released. */
export interface GateResult {
  readonly passes: boolean;
  /** By name of the document, such as `management`. */
  readonly documents: readonly { readonly name: string; readonly diff: ContractDiff }[];
  /** Breaking changes of `stable` and `beta` operations without an approval. */
  readonly unapproved: readonly { readonly document: string; readonly change: Change }[];
  readonly approved: readonly {
    readonly document: string;
    readonly change: Change;
    readonly approval: Approval;
  }[];
  /** Approvals that match no change. */
  readonly stale: readonly Approval[];
  /** Approvals whose last day has passed. */
  readonly expired: readonly Approval[];
  readonly version?: VersionVerdict;
}

/**
 * Compares each released document with the current one, and decides whether that may be released.
 *
 * @throws {@link UndecidedError} if a required file cannot be read or parsed
 */
export async function checkContract(options: CheckOptions): Promise<GateResult> {
  const { baseline, current, release, today = new Date().toISOString().slice(0, 10) } = options;
  const approvals = options.approvals === undefined ? [] : await readApprovals(options.approvals);
  const files = await baselineFiles(baseline, current, options.approvals && resolve(options.approvals));
  const documents = await Promise.all(
    files.map(async (file) => ({
      name: parse(file).name,
      diff: await diffContracts(join(baseline, file), join(current, file)),
    })),
  );

  const gated = documents.flatMap(({ name, diff }) =>
    diff.changes.filter(isGated).map((change) => ({ document: name, change })),
  );
  const expired = approvals.filter(({ expires }) => expires < today);
  const stale = approvals.filter(
    (approval) =>
      !expired.includes(approval) && !gated.some(({ document, change }) => isOf(approval, document, change)),
  );
  const approved = gated.flatMap(({ document, change }) => {
    const approval = approvals.find((one) => !expired.includes(one) && isOf(one, document, change));
    return approval ? [{ document, change, approval }] : [];
  });
  const unapproved = gated.filter(({ change }) => !approved.some((one) => one.change === change));
  const bump = highest(documents.map(({ diff }) => diff.bump));
  const version = release && (await compareWithChangesets(bump, release.changesets, release.packageFile));
  return {
    passes:
      unapproved.length === 0 && stale.length === 0 && expired.length === 0 && version?.sufficient !== false,
    documents,
    unapproved,
    approved,
    stale,
    expired,
    ...(version && { version }),
  };
}

/** Breaking changes of experimental operations are reported, and pass the gate. */
function isGated({ impact, tier }: Change): boolean {
  return impact === 'breaking' && tier !== 'experimental';
}

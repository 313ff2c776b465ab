import { isDeepStrictEqual } from 'node:util';
import { requiredBump } from './bump.ts';
import type { Bump, Change } from './change.ts';
import { effective } from './documents/effective.ts';
import { type LoadedDocument, loadDocument } from './documents/load.ts';
import { type Judged, judge } from './judge.ts';
import { nodeChanges } from './redocly/node-changes.ts';

/** The changes between two versions of one document. */
export interface ContractDiff {
  /** The paths of the files, as given. */
  readonly before: string;
  readonly after: string;
  /** The values of `info.version`. */
  readonly versions: { readonly before?: string; readonly after?: string };
  /** Whether a change breaks the promise of a `stable` or `beta` operation. */
  readonly breaking: boolean;
  /** The required part of a version to increment, from 1.0 on. */
  readonly bump: Bump;
  /** Breaking changes first, then by tier and pointer. */
  readonly changes: readonly Change[];
}

/**
 * Compares two versions of an OpenAPI 3 document.
 *
 * @param before path of the old version, YAML or JSON, in one local file or several
 * @param after path of the new version
 * @throws {@link UndecidedError} if a document cannot be read or understood
 */
export async function diffContracts(before: string, after: string): Promise<ContractDiff> {
  const [base, revision] = await Promise.all([loadDocument(before), loadDocument(after)]);
  return diffLoaded(base, revision);
}

async function diffLoaded(base: LoadedDocument, revision: LoadedDocument): Promise<ContractDiff> {
  const old = effective(base.document);
  const now = effective(revision.document);
  const changes = isDeepStrictEqual(old, now) ? [] : judge(old, now, await nodeChanges(old, now));
  return {
    before: base.file,
    after: revision.file,
    versions: { ...version('before', base), ...version('after', revision) },
    breaking: changes.some(({ impact, tier }) => impact === 'breaking' && tier !== 'experimental'),
    bump: requiredBump(changes),
    changes: changes.map((change) => located(change, base, revision)),
  };
}

function version(
  side: 'before' | 'after',
  { document }: LoadedDocument,
): { [side in 'before' | 'after']?: string } {
  const { version } = document.info ?? {};
  return version === undefined ? {} : { [side]: String(version) };
}

/** Lines are looked up for breaking changes only, because reviewers go there. */
function located({ isNew, ...change }: Judged, base: LoadedDocument, revision: LoadedDocument): Change {
  const { file, lineOf } = isNew ? revision : base;
  const line = change.impact === 'breaking' ? lineOf(change.pointer) : undefined;
  return line === undefined ? change : { ...change, location: { file, line } };
}

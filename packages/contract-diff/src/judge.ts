import { createHash } from 'node:crypto';
import type { AffectedOperation, Change, Direction, Impact, Json, Tier } from './change.ts';
import type { OpenApiDocument } from './documents/openapi.ts';
import type { Operation } from './documents/operations.ts';
import { pointerOf, segmentsOf } from './documents/pointer.ts';
import { type PointerPair, Reach, type Reached } from './documents/reach.ts';
import { wordsFor } from './documents/words.ts';
import { cautionOf, isDocumentation, summaryOf } from './harmless.ts';
import type { NodeChange } from './redocly/node-changes.ts';
import { rules } from './rules/index.ts';
import { meaningOf } from './rules/redocly-rules.ts';
import type { BreakingChange, Rule } from './rules/rule.ts';

/** A change, and which of the two documents its pointer is in. */
export interface Judged extends Change {
  readonly isNew: boolean;
}

const IMPACTS: readonly Impact[] = ['breaking', 'additive', 'documentation'];
const TIERS: readonly Tier[] = ['stable', 'beta', 'experimental'];

/** Returns the effect of every change of a node. Breaking changes come first, then by tier and pointer. */
export function judge(
  base: OpenApiDocument,
  revision: OpenApiDocument,
  nodeChanges: readonly NodeChange[],
): Judged[] {
  const reach = new Reach(base, revision);
  const judged = [
    ...nodeChanges.filter(isContent).flatMap((nodeChange) => judgeNodeChange(nodeChange, reach)),
    ...judgeOperations(reach),
    ...rules.flatMap((rule) =>
      (rule.document?.(base, revision) ?? []).map((found) =>
        breaking(rule, found, reach.of({ base: found.pointer }), reach),
      ),
    ),
  ];
  const breakingPointers = new Set(judged.filter(isBreaking).map(({ pointer }) => pointer));
  // A change that breaks its operation is not reported again as harmless.
  const once = judged.filter((change) => isBreaking(change) || !breakingPointers.has(change.pointer));
  return once.sort(
    (a, b) =>
      IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      a.pointer.localeCompare(b.pointer) ||
      a.rule.localeCompare(b.rule),
  );
}

function isBreaking({ impact }: Judged): boolean {
  return impact === 'breaking';
}

/** `info.version` follows from the changes and is not one itself. */
function isContent({ base, revision }: NodeChange): boolean {
  return (revision ?? base)?.pointer !== '#/info/version';
}

function judgeNodeChange(nodeChange: NodeChange, reach: Reach): Judged[] {
  const node = changedNode(nodeChange);
  const reached = reach.of(pointersOf(nodeChange));
  const directions = new Set([...reached.values()].flatMap((ways) => [...ways]));
  const verdicts = nodeChange.verdicts.map(({ rule, message }) => {
    const { why, instead, direction } = meaningOf(rule, directions);
    return breaking(
      { id: rule, why, instead },
      { ...node, summary: message },
      within(reached, direction),
      reach,
    );
  });
  const own = rules.flatMap((rule) => {
    const summary = rule.nodeChange?.(nodeChange, directions);
    return summary === undefined ? [] : [breaking(rule, { ...node, summary }, reached, reach)];
  });
  const found = [...verdicts, ...own];
  return found.length > 0 ? found : [harmless(nodeChange, node, reached, reach)];
}

function judgeOperations(reach: Reach): Judged[] {
  return [...reach.before.values()].flatMap((operation) => {
    const now = reach.after.get(operation.key);
    if (!now) return [];
    return rules.flatMap((rule) => {
      const found = rule.operation?.(operation, now);
      if (!found) return [];
      const pointer = pointerOf([...operation.pointer, ...(found.pointer === '' ? [] : [found.pointer])]);
      return [breaking(rule, { ...found, pointer }, new Map([[operation.key, new Set<Direction>()]]), reach)];
    });
  });
}

/** Returns the pointers of the changed nodes; of the parent, if one side does not have the keyword. */
function pointersOf({ kind, property, base, revision }: NodeChange): PointerPair {
  const isKeyword = kind === 'modified' && property !== 'key';
  const pointerOfNode = (node: NodeChange['base']) => {
    if (!node) return undefined;
    const pointer = plainPointer(node);
    return isKeyword && node.value !== undefined ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
  };
  return { base: pointerOfNode(base), revision: pointerOfNode(revision) };
}

function plainPointer({ pointer }: { readonly pointer: string }): string {
  return pointerOf(segmentsOf(pointer));
}

function within(reached: Reached, direction: Direction | undefined): Reached {
  if (direction === undefined) return reached;
  const some = new Map([...reached].filter(([, directions]) => directions.has(direction)));
  return some.size > 0 ? some : reached;
}

/** A breaking change, and whether its pointer is in the new document. */
type LocatedChange = BreakingChange & { readonly isNew?: boolean };

interface ChangedNode {
  readonly pointer: string;
  readonly isNew: boolean;
  readonly before?: Json;
  readonly after?: Json;
}

function changedNode({ base, revision }: NodeChange): ChangedNode {
  const isNew = base === undefined || (base.value === undefined && revision !== undefined);
  const node = isNew ? revision : base;
  return {
    pointer: node ? plainPointer(node) : '',
    isNew,
    ...(base?.value !== undefined && { before: base.value }),
    ...(revision?.value !== undefined && { after: revision.value }),
  };
}

function breaking(
  { id, why, instead }: Pick<Rule, 'id' | 'why' | 'instead'>,
  found: LocatedChange,
  reached: Reached,
  reach: Reach,
): Judged {
  return { ...change('breaking', id, found, reached, reach), why, instead };
}

function harmless(nodeChange: NodeChange, node: ChangedNode, reached: Reached, reach: Reach): Judged {
  const impact = isDocumentation(nodeChange) ? 'documentation' : 'additive';
  const caution = cautionOf(nodeChange);
  return {
    ...change(impact, nodeChange.kind, { ...node, summary: summaryOf(nodeChange) }, reached, reach),
    ...(caution !== undefined && { caution }),
  };
}

function change(impact: Impact, rule: string, found: LocatedChange, reached: Reached, reach: Reach): Judged {
  const { summary, pointer, before, after, isNew = false } = found;
  const operations = [...reached].flatMap(([key, directions]) => {
    const operation = reach.operation(key);
    return operation ? [affected(operation, directions)] : [];
  });
  return {
    impact,
    tier: strictest(operations.length > 0 ? operations : [...reach.before.values()]),
    rule,
    pointer,
    part: wordsFor(isNew ? reach.revision : reach.base, pointer),
    summary,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    operations,
    fingerprint: fingerprint(before, after),
    isNew,
  };
}

function affected(
  { method, path, operationId, tier }: Operation,
  directions: ReadonlySet<Direction>,
): AffectedOperation {
  return {
    method,
    path,
    ...(operationId !== undefined && { operationId }),
    tier,
    directions: [...directions],
  };
}

function strictest(promises: readonly { readonly tier: Tier }[]): Tier {
  return TIERS.find((tier) => promises.some((promise) => promise.tier === tier)) ?? 'stable';
}

function fingerprint(before: unknown, after: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('hex')
    .slice(0, 8);
}

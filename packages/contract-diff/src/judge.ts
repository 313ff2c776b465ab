import { createHash } from 'node:crypto';
import type { AffectedOperation, Change, Direction, Impact, Json, Tier } from './change.ts';
import { isDocumentation } from './documentation.ts';
import type { OpenApiDocument } from './documents/openapi.ts';
import type { Operation } from './documents/operations.ts';
import { pointerOf, segmentsOf } from './documents/pointer.ts';
import { Reach, type Reached } from './documents/reach.ts';
import { wordsFor } from './documents/words.ts';
import type { Difference } from './redocly-diff.ts';
import { rules } from './rules/index.ts';
import { meaningOf } from './rules/redocly-rules.ts';
import type { Breach, Rule } from './rules/rule.ts';

/** A change, and which of the two documents its pointer is in. */
export interface Judged extends Change {
  readonly isNew: boolean;
}

const IMPACTS: readonly Impact[] = ['breaking', 'additive', 'documentation'];
const TIERS: readonly Tier[] = ['stable', 'beta', 'experimental'];

/** Says of every difference what it does to whom. Breaking changes come first, then by tier and place. */
export function judge(
  base: OpenApiDocument,
  revision: OpenApiDocument,
  differences: readonly Difference[],
): Judged[] {
  const reach = { base: new Reach(base), revision: new Reach(revision) };
  const judged = [
    ...differences.filter(isContent).flatMap((difference) => judgeDifference(difference, reach)),
    ...judgeOperations(reach),
    ...rules.flatMap((rule) =>
      (rule.document?.(base, revision) ?? []).map((breach) =>
        breaking(rule, breach, reach.base.of(breach.pointer), reach),
      ),
    ),
  ];
  return judged.sort(
    (a, b) =>
      IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      a.pointer.localeCompare(b.pointer) ||
      a.rule.localeCompare(b.rule),
  );
}

/** Who is reached by what, in both documents. */
interface BothReach {
  readonly base: Reach;
  readonly revision: Reach;
}

/** The version that a document gives itself follows from its changes and is none. */
function isContent({ base, revision }: Difference): boolean {
  return (revision ?? base)?.pointer !== '#/info/version';
}

function judgeDifference(difference: Difference, reach: BothReach): Judged[] {
  const reached = reachedBy(difference, reach);
  const directions = new Set([...reached.values()].flatMap((ways) => [...ways]));
  const place = placeOf(difference);
  const verdicts = difference.verdicts.map(({ rule, message }) => {
    const { why, instead, direction } = meaningOf(rule);
    return breaking(
      { id: rule, why, instead },
      { ...place, summary: message },
      within(reached, direction),
      reach,
    );
  });
  const own = rules.flatMap((rule) => {
    const summary = rule.difference?.(difference, directions);
    return summary === undefined ? [] : [breaking(rule, { ...place, summary }, reached, reach)];
  });
  const found = [...verdicts, ...own];
  return found.length > 0 ? found : [harmless(difference, place, reached, reach)];
}

function judgeOperations(reach: BothReach): Judged[] {
  return [...reach.base.operations.values()].flatMap((operation) => {
    const now = reach.revision.operations.get(operation.key);
    if (!now) return [];
    return rules.flatMap((rule) => {
      const breach = rule.operation?.(operation, now);
      if (!breach) return [];
      const pointer = pointerOf([...operation.pointer, ...(breach.pointer === '' ? [] : [breach.pointer])]);
      return [
        breaking(rule, { ...breach, pointer }, new Map([[operation.key, new Set<Direction>()]]), reach),
      ];
    });
  });
}

/** Who is reached is who was reached before and still is: new operations disappoint nobody. */
function reachedBy({ base, revision }: Difference, reach: BothReach): Reached {
  const before = base && reach.base.of(base.pointer);
  const after = revision && reach.revision.of(revision.pointer);
  if (!before || !after) return before ?? after ?? new Map();
  const both = new Map(
    [...before].flatMap(([key, directions]) => {
      const now = after.get(key);
      return now ? [[key, new Set([...directions].filter((way) => now.has(way)))] as const] : [];
    }),
  );
  return both.size > 0 ? both : before;
}

function within(reached: Reached, direction: Direction | undefined): Reached {
  if (direction === undefined) return reached;
  const some = new Map([...reached].filter(([, directions]) => directions.has(direction)));
  return some.size > 0 ? some : reached;
}

/** A breach, and whether its pointer is in the new document. */
type PlacedBreach = Breach & { readonly isNew?: boolean };

interface DifferencePlace {
  readonly pointer: string;
  readonly isNew: boolean;
  readonly before?: Json;
  readonly after?: Json;
}

function placeOf({ base, revision }: Difference): DifferencePlace {
  const isNew = base === undefined || (base.value === undefined && revision !== undefined);
  const place = isNew ? revision : base;
  return {
    pointer: pointerOf(segmentsOf(place?.pointer ?? '')),
    isNew,
    ...(base?.value !== undefined && { before: base.value }),
    ...(revision?.value !== undefined && { after: revision.value }),
  };
}

function breaking(
  { id, why, instead }: Pick<Rule, 'id' | 'why' | 'instead'>,
  breach: PlacedBreach,
  reached: Reached,
  reach: BothReach,
): Judged {
  return { ...change('breaking', id, breach, reached, reach), why, instead };
}

function harmless(
  difference: Difference,
  place: DifferencePlace,
  reached: Reached,
  reach: BothReach,
): Judged {
  const { kind, property, type } = difference;
  const summary = property === undefined ? `${type} was ${kind}.` : `\`${property}\` of ${type} was ${kind}.`;
  const impact = isDocumentation(difference) ? 'documentation' : 'additive';
  return change(impact, kind, { ...place, summary }, reached, reach);
}

function change(
  impact: Impact,
  rule: string,
  breach: PlacedBreach,
  reached: Reached,
  reach: BothReach,
): Judged {
  const { summary, pointer, before, after, isNew = false } = breach;
  const operations = [...reached].flatMap(([key, directions]) => {
    const operation = reach.base.operations.get(key) ?? reach.revision.operations.get(key);
    return operation ? [affected(operation, directions)] : [];
  });
  return {
    impact,
    tier: strictest(operations.length > 0 ? operations : [...reach.base.operations.values()]),
    rule,
    pointer,
    place: wordsFor(isNew ? reach.revision.document : reach.base.document, pointer),
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

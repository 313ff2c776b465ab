import { createHash } from 'node:crypto';
import type { AffectedOperation, Change, Direction, Impact, Json, Tier } from './change.ts';
import type { OpenApiDocument } from './documents/openapi.ts';
import type { Operation } from './documents/operations.ts';
import { pointerOf, segmentsOf } from './documents/pointer.ts';
import { type Places, Reach, type Reached } from './documents/reach.ts';
import { wordsFor } from './documents/words.ts';
import { cautionOf, isDocumentation, summaryOf } from './harmless.ts';
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
  const reach = new Reach(base, revision);
  const judged = [
    ...differences.filter(isContent).flatMap((difference) => judgeDifference(difference, reach)),
    ...judgeOperations(reach),
    ...rules.flatMap((rule) =>
      (rule.document?.(base, revision) ?? []).map((breach) =>
        breaking(rule, breach, reach.of({ base: breach.pointer }), reach),
      ),
    ),
  ];
  const breaches = new Set(judged.filter(isBreaking).map(({ pointer }) => pointer));
  // What breaks somebody as a part of its operation is not harmless besides.
  const once = judged.filter((change) => isBreaking(change) || !breaches.has(change.pointer));
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

/** The version that a document gives itself follows from its changes and is none. */
function isContent({ base, revision }: Difference): boolean {
  return (revision ?? base)?.pointer !== '#/info/version';
}

function judgeDifference(difference: Difference, reach: Reach): Judged[] {
  const place = placeOf(difference);
  const reached = reach.of(placesOf(difference));
  const directions = new Set([...reached.values()].flatMap((ways) => [...ways]));
  const verdicts = difference.verdicts.map(({ rule, message }) => {
    const { why, instead, direction } = meaningOf(rule, directions);
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

function judgeOperations(reach: Reach): Judged[] {
  return [...reach.before.values()].flatMap((operation) => {
    const now = reach.after.get(operation.key);
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

/** The nodes that differ: a keyword that one of them lacks has no place there. */
function placesOf({ kind, property, base, revision }: Difference): Places {
  const isKeyword = kind === 'modified' && property !== 'key';
  const node = (place: Difference['base']) => {
    if (!place) return undefined;
    const pointer = plainPointer(place);
    return isKeyword && place.value !== undefined ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
  };
  return { base: node(base), revision: node(revision) };
}

function plainPointer({ pointer }: { readonly pointer: string }): string {
  return pointerOf(segmentsOf(pointer));
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
    pointer: place ? plainPointer(place) : '',
    isNew,
    ...(base?.value !== undefined && { before: base.value }),
    ...(revision?.value !== undefined && { after: revision.value }),
  };
}

function breaking(
  { id, why, instead }: Pick<Rule, 'id' | 'why' | 'instead'>,
  breach: PlacedBreach,
  reached: Reached,
  reach: Reach,
): Judged {
  return { ...change('breaking', id, breach, reached, reach), why, instead };
}

function harmless(difference: Difference, place: DifferencePlace, reached: Reached, reach: Reach): Judged {
  const impact = isDocumentation(difference) ? 'documentation' : 'additive';
  const caution = cautionOf(difference);
  return {
    ...change(impact, difference.kind, { ...place, summary: summaryOf(difference) }, reached, reach),
    ...(caution !== undefined && { caution }),
  };
}

function change(impact: Impact, rule: string, breach: PlacedBreach, reached: Reached, reach: Reach): Judged {
  const { summary, pointer, before, after, isNew = false } = breach;
  const operations = [...reached].flatMap(([key, directions]) => {
    const operation = reach.operation(key);
    return operation ? [affected(operation, directions)] : [];
  });
  return {
    impact,
    tier: strictest(operations.length > 0 ? operations : [...reach.before.values()]),
    rule,
    pointer,
    place: wordsFor(isNew ? reach.revision : reach.base, pointer),
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

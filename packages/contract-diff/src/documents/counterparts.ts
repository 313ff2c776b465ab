import { isDeepStrictEqual } from 'node:util';
import { isObject } from './openapi.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { childrenOf, containsNames, targetOf } from './references.ts';

/** A node of a document, and its path. */
export interface Spot {
  readonly node: unknown;
  readonly path: readonly string[];
}

/** The targets of one reference in the old and in the new document. */
export interface Counterparts {
  /** JSON Pointer of the target, or of the node itself if it is not a reference; undefined if the document has none. */
  readonly base?: string;
  readonly revision?: string;
  /** Inherited from the schemas around it: `readOnly` never occurs in a request, `writeOnly` never in a response. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

type Around = Pick<Counterparts, 'readOnly' | 'writeOnly'>;

/** Walks two nodes in parallel and returns the targets of their references, without following them. */
export function counterparts(base: Spot | undefined, revision: Spot | undefined): Counterparts[] {
  const found: Counterparts[] = [];
  walk(base, revision, false, { readOnly: false, writeOnly: false }, found);
  return found;
}

function walk(
  base: Spot | undefined,
  revision: Spot | undefined,
  isNames: boolean,
  around: Around,
  found: Counterparts[],
): void {
  const inside = isNames ? around : within(around, base, revision);
  if (!isNames && (refers(base) || refers(revision))) {
    found.push({ ...side('base', base), ...side('revision', revision), ...inside });
    return;
  }
  for (const [key, old, now] of matched(base, revision, isNames)) {
    walk(old, now, containsNames(key, isNames), inside, found);
  }
}

function within({ readOnly, writeOnly }: Around, ...spots: (Spot | undefined)[]): Around {
  const isSet = (keyword: 'readOnly' | 'writeOnly') =>
    spots.filter((spot) => spot !== undefined).every(({ node }) => isObject(node) && node[keyword] === true);
  return { readOnly: readOnly || isSet('readOnly'), writeOnly: writeOnly || isSet('writeOnly') };
}

function refers(spot: Spot | undefined): boolean {
  return targetOf(spot?.node) !== undefined;
}

function side(name: 'base' | 'revision', spot: Spot | undefined): { [name in 'base' | 'revision']?: string } {
  if (!spot) return {};
  const target = targetOf(spot.node);
  return { [name]: pointerOf(target === undefined ? spot.path : segmentsOf(target)) };
}

/**
 * Pairs children with the same key, or with the same value in a list. The remaining ones may have been renamed
 * or replaced by any other remaining one, so they also count as removed and as added.
 */
function matched(
  base: Spot | undefined,
  revision: Spot | undefined,
  isNames: boolean,
): [key: string, base: Spot | undefined, revision: Spot | undefined][] {
  const old = spotsOf(base, isNames);
  const left = spotsOf(revision, isNames);
  const isList = Array.isArray(base?.node) || Array.isArray(revision?.node);
  const pairs: [string, Spot | undefined, Spot | undefined][] = [];
  const gone: typeof old = [];
  for (const [key, spot] of old) {
    const at = left.findIndex(([other, { node }]) =>
      isList ? isDeepStrictEqual(node, spot.node) : other === key,
    );
    const [match] = at === -1 ? [] : left.splice(at, 1);
    if (match) pairs.push([key, spot, match[1]]);
    else gone.push([key, spot]);
  }
  for (const [key, spot] of gone) {
    pairs.push([key, spot, undefined]);
    if (isList || isNames) pairs.push(...left.map(([, now]): (typeof pairs)[number] => [key, spot, now]));
  }
  return [...pairs, ...left.map(([key, spot]): (typeof pairs)[number] => [key, undefined, spot])];
}

function spotsOf(spot: Spot | undefined, isNames: boolean): [key: string, child: Spot][] {
  if (!spot) return [];
  return childrenOf(spot.node, isNames).map(([key, node]) => [key, { node, path: [...spot.path, key] }]);
}

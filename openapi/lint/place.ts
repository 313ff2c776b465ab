import type { Location, Reference, Resolve } from './rule.ts';

/** A node of the contract and where it is written. */
export interface Place<Node = unknown> {
  node: Node;
  location: Location;
}

/** Whether a node is a reference. */
export function isReference(node: unknown): node is Reference {
  return isObject(node) && typeof node.$ref === 'string';
}

/** Whether a node is a mapping. */
export function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/** The mapping that a place holds, behind its reference if it is one; undefined if there is none. */
export function mappingAt(place: Place, resolve: Resolve): Place<Record<string, unknown>> | undefined {
  const { node, location } = isReference(place.node)
    ? resolve(place.node, place.location.source.absoluteRef)
    : place;
  return isObject(node) && location !== undefined ? { node, location } : undefined;
}

/** What stands under a key of a mapping; undefined if nothing does. */
export function childAt(parent: Place<Record<string, unknown>>, key: string): Place | undefined {
  const node = parent.node[key];
  return node === undefined ? undefined : { node, location: parent.location.child(key) };
}

/** Follows keys from a place, through references; undefined where they lead nowhere. */
export function mappingBelow(
  from: Place,
  keys: string[],
  resolve: Resolve,
): Place<Record<string, unknown>> | undefined {
  let place = mappingAt(from, resolve);
  for (const key of keys) {
    const child = place && childAt(place, key);
    place = child && mappingAt(child, resolve);
  }
  return place;
}

/** The entries of a mapping as places; none if it is no mapping. */
export function entriesOf({ node, location }: Place): [string, Place][] {
  if (!isObject(node)) return [];
  return Object.entries(node).map(([key, value]) => [key, { node: value, location: location.child(key) }]);
}

/** The items of a list as places; none if it is no list. */
export function itemsOf({ node, location }: Place): Place[] {
  if (!Array.isArray(node)) return [];
  return node.map((item: unknown, index) => ({ node: item, location: location.child(index) }));
}

import type { Location, Reference, Resolve } from './rule.ts';

/** A node of the contract and its location. */
export interface LocatedNode<Node = unknown> {
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

/** Returns the mapping at a node, after resolving a reference; undefined if it is no mapping. */
export function mappingAt(
  located: LocatedNode,
  resolve: Resolve,
): LocatedNode<Record<string, unknown>> | undefined {
  const { node, location } = isReference(located.node)
    ? resolve(located.node, located.location.source.absoluteRef)
    : located;
  return isObject(node) && location !== undefined ? { node, location } : undefined;
}

/** Returns the value of a key of a mapping; undefined if the key is absent. */
export function childAt(parent: LocatedNode<Record<string, unknown>>, key: string): LocatedNode | undefined {
  const node = parent.node[key];
  return node === undefined ? undefined : { node, location: parent.location.child(key) };
}

/** Follows keys from a node, through references; undefined if one of them is absent. */
export function mappingBelow(
  from: LocatedNode,
  keys: string[],
  resolve: Resolve,
): LocatedNode<Record<string, unknown>> | undefined {
  let located = mappingAt(from, resolve);
  for (const key of keys) {
    const child = located && childAt(located, key);
    located = child && mappingAt(child, resolve);
  }
  return located;
}

/** Returns the entries of a mapping with their locations; none if it is no mapping. */
export function entriesOf({ node, location }: LocatedNode): [string, LocatedNode][] {
  if (!isObject(node)) return [];
  return Object.entries(node).map(([key, value]) => [key, { node: value, location: location.child(key) }]);
}

/** Returns the items of a list with their locations; none if it is no list. */
export function itemsOf({ node, location }: LocatedNode): LocatedNode[] {
  if (!Array.isArray(node)) return [];
  return node.map((item: unknown, index) => ({ node: item, location: location.child(index) }));
}

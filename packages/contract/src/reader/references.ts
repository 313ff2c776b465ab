import { parseFragment, valueAt } from './json-pointer.ts';
import type { ComponentsObject, OpenApiDocument, ReferenceObject } from './openapi-document.ts';

/** Whether a node of a document is a reference to another one. */
export function isReference(node: unknown): node is ReferenceObject {
  return typeof (node as { readonly $ref?: unknown } | null | undefined)?.$ref === 'string';
}

/**
 * Follows a reference to the node that it leads to, through other references if necessary. Returns any other node
 * unchanged.
 *
 * @throws Error if the document does not have the node, or if the reference leads back to itself.
 */
export function resolve<T>(document: OpenApiDocument, node: T | ReferenceObject): T {
  const followed = new Set<string>();
  let current: unknown = node;
  while (isReference(current)) {
    const { $ref } = current;
    if (followed.has($ref)) {
      throw new Error(`The reference "${$ref}" leads back to itself in ${nameOf(document)}.`);
    }
    followed.add($ref);
    current = targetOf(document, $ref);
  }
  return current as T;
}

/** Returns the last segment of a reference, which is the name of a component. */
export function componentName({ $ref }: ReferenceObject): string {
  return parseFragment($ref).at(-1) ?? '';
}

/**
 * Returns every node that `start` refers to, directly or through other nodes, by its reference. A schema may refer to
 * itself.
 *
 * @throws Error if the document does not have one of them.
 */
export function reachedReferences(document: OpenApiDocument, start: unknown): ReadonlyMap<string, unknown> {
  const reached = new Map<string, unknown>();
  const pending = referencesIn(start);
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (reached.has(reference)) continue;
    const target = targetOf(document, reference);
    reached.set(reference, target);
    pending.push(...referencesIn(target));
  }
  return reached;
}

/**
 * Returns the components that `start` needs, and no others. A reference into a component needs all of it.
 *
 * @throws Error if the document does not have one of them.
 */
export function reachedComponents(document: OpenApiDocument, start: unknown): ComponentsObject {
  const components: Record<string, Record<string, object>> = {};
  const pending = referencesIn(start);
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const [section, kind, name] = parseFragment(reference);
    if (section !== 'components' || kind === undefined || name === undefined) continue;
    if (components[kind]?.[name] !== undefined) continue;
    targetOf(document, reference);
    const component = valueAt(document, ['components', kind, name]) as object;
    components[kind] = { ...components[kind], [name]: component };
    pending.push(...referencesIn(component));
  }
  return components;
}

function targetOf(document: OpenApiDocument, reference: string): unknown {
  const target = valueAt(document, parseFragment(reference));
  if (target === undefined)
    throw new Error(`The reference "${reference}" leads to nothing in ${nameOf(document)}.`);
  return target;
}

/** Every `$ref` in a node, and every schema that a discriminator maps to. */
function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { discriminator } = node as { readonly discriminator?: { readonly mapping?: object } | null };
  const mapped = Object.values(discriminator?.mapping ?? {}).filter(isLocal);
  const nested = Object.values(node).flatMap(referencesIn);
  return [...(isReference(node) ? [node.$ref] : []), ...mapped, ...nested];
}

/** A discriminator may also name a schema without a reference. */
function isLocal(target: unknown): target is string {
  return typeof target === 'string' && target.startsWith('#/');
}

function nameOf({ info }: OpenApiDocument): string {
  return info?.title === undefined ? 'the document' : `the document "${info.title}"`;
}

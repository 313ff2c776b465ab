import type { Direction } from '../change.ts';
import { type Counterparts, counterparts, type Spot } from './counterparts.ts';
import { isObject, type OpenApiDocument } from './openapi.ts';
import { type Operation, operationsOf, template } from './operations.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';

/** Affected operations by their key, with the affected directions of each. */
export type Reached = ReadonlyMap<string, ReadonlySet<Direction>>;

/** A pointer into the old document and one into the new one; only one of them if a node was removed or added. */
export interface PointerPair {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
}

/**
 * Finds the operations that a change of a node affects. If one operation uses another component than before, the
 * change affects this operation, and not the others that still use the old one.
 */
export class Reach {
  readonly base: OpenApiDocument;
  readonly revision: OpenApiDocument;
  readonly before: ReadonlyMap<string, Operation>;
  readonly after: ReadonlyMap<string, Operation>;
  /** The operations that use each pair of counterparts. */
  readonly #links = new Map<string, Link>();
  readonly #below = new Map<string, readonly Counterparts[]>();

  constructor(base: OpenApiDocument, revision: OpenApiDocument) {
    this.base = base;
    this.revision = revision;
    this.before = byKey(base);
    this.after = byKey(revision);
    for (const key of new Set([...this.before.keys(), ...this.after.keys()])) this.#follow(key);
  }

  /** Returns the operation of a key, of the old document if it has it. */
  operation(key: string): Operation | undefined {
    return this.before.get(key) ?? this.after.get(key);
  }

  /** Returns the operations that a change affects; none if it concerns the whole document. */
  of(pointers: PointerPair): Reached {
    const reached = this.#around(pointers);
    for (const { base, revision, reachedBy } of this.#links.values()) {
      if (!this.#lies(pointers, base, revision)) continue;
      for (const [key, directions] of reachedBy) reached.set(key, union(reached.get(key), directions));
    }
    return restrict(reached, this.#onlyDirection(pointers));
  }

  /** Returns the operations that contain the changed node themselves. */
  #around({ base, revision }: PointerPair): Map<string, ReadonlySet<Direction>> {
    const [section, path, method, part] = segmentsOf(base ?? revision ?? '');
    const operations = base === undefined ? this.after : this.before;
    const around = [...operations.values()].filter(({ node, pointer }) => {
      if (section === 'components' && path === 'securitySchemes' && method !== undefined) {
        return node.security?.some((requirement) => method in requirement);
      }
      if (section !== pointer[0]) return false;
      const isPath = path === undefined || template(path) === template(String(pointer[1]));
      return isPath && (method === undefined || method === pointer[2]);
    });
    return new Map(around.map((operation) => [operation.key, new Set(directionsOf(operation, part))]));
  }

  /** Whether a change is within a pair of counterparts. */
  #lies(pointers: PointerPair, base: string | undefined, revision: string | undefined): boolean {
    const old = below(pointers.base, base);
    const now = below(pointers.revision, revision);
    if (pointers.base !== undefined && pointers.revision !== undefined) {
      return old !== undefined && now !== undefined && old.length === now.length;
    }
    const rest = old ?? now;
    if (rest === undefined) return false;
    if (rest.length === 0) return true;
    // A node without a counterpart is missing in this pair, not in another one.
    const [document, other] = old === undefined ? [this.base, base] : [this.revision, revision];
    return other !== undefined && valueAt(document, other + pointerOf(rest)) === undefined;
  }

  #follow(key: string): void {
    const [old, now] = [this.before.get(key), this.after.get(key)];
    const operation = old ?? now;
    if (!operation) return;
    for (const section of new Set([...Object.keys(old?.node ?? {}), ...Object.keys(now?.node ?? {})])) {
      const start = counterparts(part(old, section), part(now, section));
      for (const direction of directionsOf(operation, section)) this.#spread(key, direction, start);
    }
  }

  #spread(key: string, direction: Direction, start: readonly Counterparts[]): void {
    const open = [...start];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      if (direction === 'request' ? pair.readOnly : pair.writeOnly) continue;
      const { base, revision } = pair;
      const id = `${base} ${revision}`;
      const link = this.#links.get(id) ?? { base, revision, reachedBy: new Map<string, Set<Direction>>() };
      this.#links.set(id, link);
      const directions = link.reachedBy.get(key) ?? new Set();
      if (directions.has(direction)) continue;
      link.reachedBy.set(key, directions.add(direction));
      open.push(...this.#counterpartsBelow(id, pair));
    }
  }

  #counterpartsBelow(id: string, { base, revision }: Counterparts): readonly Counterparts[] {
    const known = this.#below.get(id);
    if (known) return known;
    const found = counterparts(spotAt(this.base, base), spotAt(this.revision, revision));
    this.#below.set(id, found);
    return found;
  }

  /** A node in a `readOnly` schema never occurs in a request, wherever the schema is used. */
  #onlyDirection({ base, revision }: PointerPair): Direction | undefined {
    let node: unknown = base === undefined ? this.revision : this.base;
    for (const segment of segmentsOf(base ?? revision ?? '')) {
      if (isObject(node) && node.readOnly === true) return 'response';
      if (isObject(node) && node.writeOnly === true) return 'request';
      node = isObject(node) || Array.isArray(node) ? (node as Record<string, unknown>)[segment] : undefined;
    }
    if (isObject(node) && node.readOnly === true) return 'response';
    return isObject(node) && node.writeOnly === true ? 'request' : undefined;
  }
}

interface Link {
  readonly base: string | undefined;
  readonly revision: string | undefined;
  readonly reachedBy: Map<string, Set<Direction>>;
}

function byKey(document: OpenApiDocument): Map<string, Operation> {
  return new Map(operationsOf(document).map((operation) => [operation.key, operation]));
}

function part(operation: Operation | undefined, section: string): Spot | undefined {
  const node = (operation?.node as Record<string, unknown> | undefined)?.[section];
  return operation && node !== undefined ? { node, path: [...operation.pointer, section] } : undefined;
}

function spotAt(document: OpenApiDocument, pointer: string | undefined): Spot | undefined {
  if (pointer === undefined) return undefined;
  return { node: valueAt(document, pointer), path: segmentsOf(pointer) };
}

/** Returns the segments of a pointer below another one, or undefined if it is not below. */
function below(pointer: string | undefined, above: string | undefined): string[] | undefined {
  if (pointer === undefined || above === undefined) return undefined;
  return pointer === above || pointer.startsWith(`${above}/`)
    ? segmentsOf(pointer.slice(above.length))
    : undefined;
}

/** Returns the directions of a part of an operation; none for parts that are not sent, such as its description. */
function directionsOf({ requestIs }: Operation, section: string | undefined): Direction[] {
  if (section === 'parameters' || section === 'requestBody') return [requestIs];
  if (section === 'responses') return [requestIs === 'request' ? 'response' : 'request'];
  // In a callback the server is the client, so its bodies count in both directions, and the stricter one decides.
  return section === 'callbacks' ? ['request', 'response'] : [];
}

function union(
  one: ReadonlySet<Direction> | undefined,
  other: ReadonlySet<Direction>,
): ReadonlySet<Direction> {
  return new Set([...(one ?? []), ...other]);
}

function restrict(reached: Reached, only: Direction | undefined): Reached {
  if (only === undefined) return reached;
  return new Map([...reached].filter(([, ways]) => ways.has(only)).map(([key]) => [key, new Set([only])]));
}

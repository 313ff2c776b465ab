import type { Direction } from '../change.ts';
import { type Counterparts, counterparts, type Spot } from './counterparts.ts';
import { isObject, type OpenApiDocument } from './openapi.ts';
import { type Operation, operationsOf, template } from './operations.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';

/** Operations by their key, with the directions in which each of them carries something. */
export type Reached = ReadonlyMap<string, ReadonlySet<Direction>>;

/** A place of the old document and one of the new; one of them where something was removed or added. */
export interface Places {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
}

/**
 * Says which operations take part in a difference between two documents. A component that one operation exchanged
 * for another one is a difference to this operation, and none to others that still use it.
 */
export class Reach {
  readonly base: OpenApiDocument;
  readonly revision: OpenApiDocument;
  readonly before: ReadonlyMap<string, Operation>;
  readonly after: ReadonlyMap<string, Operation>;
  /** What each pair of counterparts is reached by. */
  readonly #links = new Map<string, Link>();
  readonly #below = new Map<string, readonly Counterparts[]>();

  constructor(base: OpenApiDocument, revision: OpenApiDocument) {
    this.base = base;
    this.revision = revision;
    this.before = byKey(base);
    this.after = byKey(revision);
    for (const key of new Set([...this.before.keys(), ...this.after.keys()])) this.#follow(key);
  }

  /** The operation of a key, as it was promised. */
  operation(key: string): Operation | undefined {
    return this.before.get(key) ?? this.after.get(key);
  }

  /** The operations that a difference takes part in; none if it concerns the document as a whole. */
  of(places: Places): Reached {
    const reached = this.#around(places);
    for (const { base, revision, reachedBy } of this.#links.values()) {
      if (!this.#lies(places, base, revision)) continue;
      for (const [key, directions] of reachedBy) reached.set(key, union(reached.get(key), directions));
    }
    return restrict(reached, this.#onlyDirection(places));
  }

  /** The operations in whose own place the difference is. */
  #around({ base, revision }: Places): Map<string, ReadonlySet<Direction>> {
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

  /** Whether a difference is in a pair of counterparts. */
  #lies(places: Places, base: string | undefined, revision: string | undefined): boolean {
    const old = below(places.base, base);
    const now = below(places.revision, revision);
    if (places.base !== undefined && places.revision !== undefined) {
      return old !== undefined && now !== undefined && old.length === now.length;
    }
    const rest = old ?? now;
    if (rest === undefined) return false;
    if (rest.length === 0) return true;
    // What one side lacks is missing in this very counterpart, and not in another one.
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

  /** A place in a schema that was `readOnly` never travelled in a request, whatever its surroundings do. */
  #onlyDirection({ base, revision }: Places): Direction | undefined {
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

/** The segments of a place below another one, or undefined if it is elsewhere. */
function below(place: string | undefined, above: string | undefined): string[] | undefined {
  if (place === undefined || above === undefined) return undefined;
  return place === above || place.startsWith(`${above}/`) ? segmentsOf(place.slice(above.length)) : undefined;
}

/** The directions of a part of an operation; none for what does not travel, such as its description. */
function directionsOf({ requestIs }: Operation, section: string | undefined): Direction[] {
  if (section === 'parameters' || section === 'requestBody') return [requestIs];
  if (section === 'responses') return [requestIs === 'request' ? 'response' : 'request'];
  // In a callback the server is the one who asks: its bodies are seen both ways, and judged by the stricter.
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

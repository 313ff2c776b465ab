import type { Direction } from '../change.ts';
import { isObject, type OpenApiDocument } from './openapi.ts';
import { type Operation, operationsOf, template } from './operations.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';
import { type Reference, references } from './references.ts';

/** Operations by their key, with the directions in which each of them carries something. */
export type Reached = ReadonlyMap<string, ReadonlySet<Direction>>;

/** Says which operations something of a document takes part in, directly or through references. */
export class Reach {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly document: OpenApiDocument;
  /** What each target of a reference is reached by. */
  readonly #targets = new Map<string, Map<string, Set<Direction>>>();
  readonly #below = new Map<string, readonly Reference[]>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.operations = new Map(operationsOf(document).map((operation) => [operation.key, operation]));
    for (const operation of this.operations.values()) this.#follow(operation);
  }

  /** The operations that what stands at `pointer` takes part in; none if it concerns the document as a whole. */
  of(pointer: string): Reached {
    const segments = segmentsOf(pointer);
    const reached = new Map<string, Set<Direction>>();
    for (const operation of this.#around(segments)) {
      reached.set(operation.key, new Set(sectionDirection(operation, segments[3])));
    }
    for (let length = segments.length; length > 0; length--) {
      const around = this.#targets.get(pointerOf(segments.slice(0, length)));
      for (const [key, directions] of around ?? []) {
        reached.set(key, new Set([...(reached.get(key) ?? []), ...directions]));
      }
    }
    return restrict(reached, this.#onlyDirection(segments));
  }

  /** The operations whose place in the document is this one, is in it, or has it inside. */
  #around([section, path, method]: readonly string[]): Operation[] {
    const operations = [...this.operations.values()];
    if (section === 'components' && path === 'securitySchemes' && method !== undefined) {
      return operations.filter(({ node }) => node.security?.some((requirement) => method in requirement));
    }
    if ((section !== 'paths' && section !== 'webhooks') || path === undefined) return [];
    return operations.filter(
      ({ pointer }) =>
        pointer[0] === section &&
        template(String(pointer[1])) === template(path) &&
        (method === undefined || pointer[2] === method),
    );
  }

  #follow(operation: Operation): void {
    for (const [section, node] of Object.entries(operation.node)) {
      for (const direction of sectionDirection(operation, section)) {
        const start = references(node, [...operation.pointer, section]);
        this.#spread(operation.key, direction, start);
      }
    }
  }

  #spread(key: string, direction: Direction, start: readonly Reference[]): void {
    const open = [...start];
    for (let reference = open.pop(); reference; reference = open.pop()) {
      if (direction === 'request' ? reference.readOnly : reference.writeOnly) continue;
      const pointer = pointerOf(segmentsOf(reference.target));
      const reached = this.#targets.get(pointer) ?? new Map<string, Set<Direction>>();
      const directions = reached.get(key) ?? new Set();
      if (directions.has(direction)) continue;
      this.#targets.set(pointer, reached.set(key, directions.add(direction)));
      open.push(...this.#referencesBelow(pointer));
    }
  }

  #referencesBelow(pointer: string): readonly Reference[] {
    const known = this.#below.get(pointer);
    if (known) return known;
    const found = references(valueAt(this.document, pointer), segmentsOf(pointer));
    this.#below.set(pointer, found);
    return found;
  }

  /** A place in a schema that is `readOnly` never travels in a request, whatever its surroundings do. */
  #onlyDirection(segments: readonly string[]): Direction | undefined {
    let node: unknown = this.document;
    for (const segment of segments) {
      if (isObject(node) && node.readOnly === true) return 'response';
      if (isObject(node) && node.writeOnly === true) return 'request';
      node = isObject(node) || Array.isArray(node) ? (node as Record<string, unknown>)[segment] : undefined;
    }
    return undefined;
  }
}

/** The direction of a part of an operation; none for what does not travel, such as its description. */
function sectionDirection({ requestIs }: Operation, section: string | undefined): Direction[] {
  const answer: Direction = requestIs === 'request' ? 'response' : 'request';
  if (section === 'parameters' || section === 'requestBody') return [requestIs];
  if (section === 'responses') return [answer];
  // In a callback the server is the one who asks: its bodies are seen both ways, and judged by the stricter.
  return section === 'callbacks' ? ['request', 'response'] : [];
}

function restrict(reached: Map<string, Set<Direction>>, only: Direction | undefined): Reached {
  if (only === undefined) return reached;
  return new Map(
    [...reached].filter(([, directions]) => directions.has(only)).map(([key]) => [key, new Set([only])]),
  );
}

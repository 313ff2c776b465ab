import { basename } from 'node:path';
import { BaseResolver, type Document, type LocationObject } from '@redocly/openapi-core';
import { escapePointer, unescapePointer } from '../read/openapi.ts';

interface Place {
  document: Document;
  segments: string[];
  node: unknown;
}

/**
 * Finds where something that was seen in a bundle is written: follows the references of the sources from
 * the root document along `pointer`, as far as they lead. Only used once there is something to report.
 */
export async function sourceLocation(
  rootFile: string,
  pointer: string[],
  files: Iterable<string>,
): Promise<LocationObject> {
  // The resolver that bundled has had its documents rewritten; this one reads them as they are on disk.
  const resolver = new BaseResolver();
  const root = await load(resolver, rootFile);
  const component = componentFile(root.parsed, pointer, files);
  let place = component ? start(await load(resolver, component)) : start(root);

  for (const segment of component ? pointer.slice(3) : pointer) {
    const next = await step(resolver, place, segment);
    if (!next) break;
    place = next;
  }
  return {
    source: place.document.source,
    pointer: `#/${place.segments.map(escapePointer).join('/')}`,
    reportOnKey: place.segments.length > 0,
  };
}

/** The segments of `#/paths/~1v1/get`. */
export function pointerSegments(pointer: string): string[] {
  return pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(unescapePointer);
}

/** The bundler names a component after its file: `components/schemas/Pipe` is `…/schemas/…/Pipe.yaml`. */
function componentFile(root: unknown, pointer: string[], files: Iterable<string>): string | undefined {
  const [section, kind, name] = pointer;
  if (section !== 'components' || kind === undefined || name === undefined) return undefined;
  const { components } = root as { components?: Record<string, Record<string, object>> };
  const declared = components?.[kind]?.[name];
  if (declared && !('$ref' in declared)) return undefined;
  return [...files].find((file) => basename(file) === `${name}.yaml` && file.includes(`/${kind}/`));
}

function start(document: Document): Place {
  return { document, segments: [], node: document.parsed };
}

/** One segment further, through references; undefined where the sources have nothing of that name. */
async function step(resolver: BaseResolver, from: Place, segment: string): Promise<Place | undefined> {
  const place = await follow(resolver, from);
  const node = place.node as Record<string, unknown> | null | undefined;
  const child = node?.[segment];
  if (child !== undefined) {
    return { document: place.document, segments: [...place.segments, segment], node: child };
  }
  // The bundle's `value` is all of the example file.
  const example = node?.externalValue;
  if (segment !== 'value' || typeof example !== 'string') return undefined;
  return start(await load(resolver, example, place.document.source.absoluteRef));
}

async function follow(resolver: BaseResolver, place: Place): Promise<Place> {
  const reference = (place.node as { $ref?: unknown } | null | undefined)?.$ref;
  if (typeof reference !== 'string') return place;
  const [file = '', fragment = ''] = reference.split('#');
  const base = place.document.source.absoluteRef;
  const document = file === '' ? place.document : await load(resolver, file, base);
  const segments = pointerSegments(fragment);
  let node: unknown = document.parsed;
  for (const segment of segments) node = (node as Record<string, unknown> | undefined)?.[segment];
  return follow(resolver, { document, segments, node });
}

async function load(resolver: BaseResolver, file: string, base: string | null = null): Promise<Document> {
  const document = await resolver.resolveDocument(base, file, base === null);
  if (document instanceof Error) throw document;
  return document;
}

import { basename, sep } from 'node:path';
import { BaseResolver, type Document, type LocationObject } from '@redocly/openapi-core';
import { formatPointer, isReference, unescapeSegment, valueAt } from '../read/contract-reader.ts';

interface SourceNode {
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
  let position = component ? start(await load(resolver, component)) : start(root);

  for (const segment of component ? pointer.slice(3) : pointer) {
    const next = await step(resolver, position, segment);
    if (!next) break;
    position = next;
  }
  return {
    source: position.document.source,
    pointer: position.segments.length > 0 ? `#${formatPointer(position.segments)}` : '#/',
    reportOnKey: position.segments.length > 0,
  };
}

/** The segments of `#/paths/~1v1/get`. Accepts references that are not valid, because the linter reports them. */
export function pointerSegments(pointer: string): string[] {
  const segments = pointer
    .replace(/^#/, '')
    .split('/')
    .filter((segment) => segment !== '');
  return segments.map((segment) => unescapeSegment(decodeURIComponent(segment)));
}

/** The bundler names a component after its file: `components/schemas/Pipe` is `…/schemas/…/Pipe.yaml`. */
function componentFile(root: unknown, pointer: string[], files: Iterable<string>): string | undefined {
  const [section, kind, name] = pointer;
  if (section !== 'components' || kind === undefined || name === undefined) return undefined;
  const { components } = root as { components?: Record<string, Record<string, object>> };
  const declared = components?.[kind]?.[name];
  if (declared && !('$ref' in declared)) return undefined;
  return [...files].find((file) => basename(file) === `${name}.yaml` && file.split(sep).includes(kind));
}

function start(document: Document): SourceNode {
  return { document, segments: [], node: document.parsed };
}

/** One segment further, through references; undefined where the sources have nothing of that name. */
async function step(
  resolver: BaseResolver,
  from: SourceNode,
  segment: string,
): Promise<SourceNode | undefined> {
  const position = await follow(resolver, from);
  const node = position.node as Record<string, unknown> | null | undefined;
  const child = node?.[segment];
  if (child !== undefined) {
    return { document: position.document, segments: [...position.segments, segment], node: child };
  }
  // The bundle's `value` is all of the example file.
  const example = node?.externalValue;
  if (segment !== 'value' || typeof example !== 'string') return undefined;
  return start(await load(resolver, example, position.document.source.absoluteRef));
}

async function follow(resolver: BaseResolver, position: SourceNode): Promise<SourceNode> {
  if (!isReference(position.node)) return position;
  const [file = '', fragment = ''] = position.node.$ref.split('#');
  const base = position.document.source.absoluteRef;
  const document = file === '' ? position.document : await load(resolver, file, base);
  const segments = pointerSegments(fragment);
  return follow(resolver, { document, segments, node: valueAt(document.parsed, segments) });
}

async function load(resolver: BaseResolver, file: string, base: string | null = null): Promise<Document> {
  const document = await resolver.resolveDocument(base, file, base === null);
  if (document instanceof Error) throw document;
  return document;
}

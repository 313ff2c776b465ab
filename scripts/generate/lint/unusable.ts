import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseResolver, type Document, type LocationObject } from '@redocly/openapi-core';
import { REGISTERS } from '../../../openapi/lint/registers.ts';
import { type Diagnostic, lineAndColumn } from '../diagnostics/diagnostics.ts';
import { pointerSegments } from '../diagnostics/source-location.ts';
import { formatPointer, isReference } from '../read/contract-reader.ts';
import { rootDocument, SURFACES } from '../surfaces.ts';
import { contractFiles } from './orphans.ts';

/** Lines that leave a YAML file without content. */
const NO_CONTENT = /^(?:#.*|---|\.\.\.|null|~|)$/;
const IS_REFERENCE = /^\{?\s*["']?\$ref\b/;
const REFERS_INTO_FILE = /\$ref["']?\s*:[^\n]*#/;

/**
 * What Redocly fails at, or reports somewhere else: registers that are missing, empty files, and references that lead to
 * nothing but themselves.
 */
export async function findUnusable(workspace: string): Promise<Diagnostic[]> {
  const registers = REGISTERS.filter((register) => !existsSync(join(workspace, register)));
  const roots = SURFACES.map((surface) => rootDocument(workspace, surface)).filter(existsSync);
  const parts = (await contractFiles(workspace)).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(
    [...roots, ...parts].map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
  );
  const empty = texts.filter(({ text }) => firstLine(text) === undefined);
  // A circle has a file that is a reference, or one that refers into a file; no other is worth the parsing.
  const suspects = texts.filter(
    ({ text }) => IS_REFERENCE.test(firstLine(text) ?? '') || REFERS_INTO_FILE.test(text),
  );
  return [
    ...registers.map((register) => missingRegister(join(workspace, register))),
    ...empty.map(({ file }) => emptyFile(file)),
    ...(await circles(suspects.map(({ file }) => file))),
  ];
}

/** The first line with content; undefined if there is none. */
function firstLine(text: string): string | undefined {
  for (const line of text.split('\n')) if (!NO_CONTENT.test(line.trim())) return line.trim();
  return undefined;
}

function missingRegister(file: string): Diagnostic {
  const message = 'This file is not there, and rules of the style look things up in its table.';
  return { file, line: 1, column: 1, rule: 'file', message, advice: 'Restore the file.' };
}

function emptyFile(file: string): Diagnostic {
  const advice = 'Write its content, or remove it and what refers to it.';
  return { file, line: 1, column: 1, rule: 'empty-file', message: 'This file is empty.', advice };
}

/** A node of a file that was followed to. */
interface Node {
  document: Document;
  segments: string[];
  node: unknown;
}

async function circles(files: string[]): Promise<Diagnostic[]> {
  const resolver = new BaseResolver();
  const closed = new Set<string>();
  const found: Diagnostic[] = [];
  for (const file of files) {
    const document = await load(resolver, file);
    // Broken YAML is the linter's matter.
    if (!document) continue;
    for (const reference of referencesIn({ document, segments: [], node: document.parsed })) {
      const circle = await circleFrom(resolver, reference);
      if (circle.length === 0 || circle.some((place) => closed.has(address(place)))) continue;
      for (const place of circle) closed.add(address(place));
      found.push({
        ...lineAndColumn(locationOf(reference)),
        rule: 'circular-reference',
        message: `${String((reference.node as { $ref: unknown }).$ref)} leads back to this reference, and to no content.`,
        advice: 'Write the content that is meant, or refer to the file that holds it.',
      });
    }
  }
  return found;
}

/** The references that are followed from `start` until it comes again; none if they lead to anything else. */
async function circleFrom(resolver: BaseResolver, start: Node): Promise<Node[]> {
  const passed = new Map<string, Node>();
  for (let place: Node | undefined = start; place; place = await target(resolver, place)) {
    if (passed.has(address(place))) return address(place) === address(start) ? [...passed.values()] : [];
    passed.set(address(place), place);
  }
  return [];
}

/** The reference that a reference means, or the one that stands in the way to it; undefined if it means no reference. */
async function target(resolver: BaseResolver, { document, node }: Node): Promise<Node | undefined> {
  const [file = '', fragment = ''] = String((node as { $ref: unknown }).$ref).split('#');
  const base = document.source.absoluteRef;
  const next = file === '' ? document : await load(resolver, file, base);
  let at: Node | undefined = next && { document: next, segments: [], node: next.parsed };
  for (const segment of pointerSegments(fragment)) {
    if (!at || isReference(at.node)) return at;
    at = child(at, segment);
  }
  return at && isReference(at.node) ? at : undefined;
}

function* referencesIn(place: Node): Generator<Node> {
  if (isReference(place.node)) yield place;
  if (typeof place.node !== 'object' || place.node === null) return;
  for (const key of Object.keys(place.node)) {
    const next = child(place, key);
    if (next) yield* referencesIn(next);
  }
}

function child({ document, segments, node }: Node, segment: string): Node | undefined {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined;
  return {
    document,
    segments: [...segments, segment],
    node: (node as Record<string, unknown>)[segment],
  };
}

function address({ document, segments }: Node): string {
  return `${document.source.absoluteRef}#${formatPointer(segments)}`;
}

function locationOf({ document, segments }: Node): LocationObject {
  const pointer = `#${formatPointer([...segments, '$ref'])}`;
  return { source: document.source, pointer, reportOnKey: true };
}

async function load(
  resolver: BaseResolver,
  file: string,
  base: string | null = null,
): Promise<Document | undefined> {
  const document = await resolver.resolveDocument(base, file, true).catch(() => undefined);
  return document instanceof Error ? undefined : document;
}

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
  const message = 'This file is missing, and lint rules read its table.';
  return { file, line: 1, column: 1, rule: 'file', message, advice: 'Restore the file.' };
}

function emptyFile(file: string): Diagnostic {
  const advice = 'Add content, or remove the file and all references to it.';
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
      if (circle.length === 0 || circle.some((position) => closed.has(address(position)))) continue;
      for (const position of circle) closed.add(address(position));
      found.push({
        ...lineAndColumn(locationOf(reference)),
        rule: 'circular-reference',
        message: `${String((reference.node as { $ref: unknown }).$ref)} leads back to this reference, and to no content.`,
        advice: 'Write the content, or refer to the file that contains it.',
      });
    }
  }
  return found;
}

/** The references that are followed from `start` until it comes again; none if they lead to anything else. */
async function circleFrom(resolver: BaseResolver, start: Node): Promise<Node[]> {
  const passed = new Map<string, Node>();
  for (let position: Node | undefined = start; position; position = await target(resolver, position)) {
    if (passed.has(address(position)))
      return address(position) === address(start) ? [...passed.values()] : [];
    passed.set(address(position), position);
  }
  return [];
}

/** The next reference on the way from a reference to its content; undefined if the way has no further reference. */
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

function* referencesIn(position: Node): Generator<Node> {
  if (isReference(position.node)) yield position;
  if (typeof position.node !== 'object' || position.node === null) return;
  for (const key of Object.keys(position.node)) {
    const next = child(position, key);
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

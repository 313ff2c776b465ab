import { readFile, stat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import {
  BaseResolver,
  bundle,
  createConfig,
  type Document,
  getLineColLocation,
  isAbsoluteUrl,
  makeDocumentFromString,
  type NormalizedProblem,
  type Source,
  YamlParseError,
} from '@redocly/openapi-core';
import { UndecidedError } from '../undecided.ts';
import { assertBounded } from './bounds.ts';
import { isObject, type OpenApiDocument } from './openapi.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';
import { references } from './references.ts';
import { misshapen } from './shape.ts';

/** An OpenAPI 3 document with everything it refers to inside it. */
export interface LoadedDocument {
  readonly file: string;
  readonly document: OpenApiDocument;
  /** Returns the line, from 1, of a pointer or of its nearest ancestor; undefined if several files were bundled. */
  lineOf(pointer: string): number | undefined;
}

/**
 * Reads an OpenAPI 3 document, YAML or JSON, in one local file or several.
 *
 * @throws {@link UndecidedError} if it cannot be read, or is not an OpenAPI 3 document with valid references
 */
export async function loadDocument(file: string): Promise<LoadedDocument> {
  const root = parse(await read(file), file);
  assertBounded(root.parsed, file);
  assertOpenApi(root.parsed, file);

  const isOneFile = references(root.parsed).every(({ target }) => target.startsWith('#'));
  const document = isOneFile ? root.parsed : await bundled(root, file);
  const lineOf = (pointer: string) => (isOneFile ? lineIn(root.source, document, pointer) : undefined);
  assertReadable(document, (pointer) => fileLocation(file, lineOf(pointer)));
  return { file, document, lineOf };
}

function assertReadable(document: OpenApiDocument, locationOf: (pointer: string) => string): void {
  const diagnostic = misshapen(document as unknown as Readonly<Record<string, unknown>>);
  if (diagnostic) {
    throw new UndecidedError(
      `${locationOf(diagnostic.pointer)}: ${diagnostic.pointer} is not ${diagnostic.expected}. Fix the document first.`,
    );
  }
  const lost = references(document).find(({ target }) => valueAt(document, target) === undefined);
  if (lost) {
    throw new UndecidedError(
      `${locationOf(lost.pointer)} refers to ${lost.target}, which does not exist. Fix the reference, or add its target.`,
    );
  }
}

async function read(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new UndecidedError(`${file} does not exist. Check the path.`);
  if (found.isDirectory()) throw new UndecidedError(`${file} is a folder. Name the OpenAPI file in it.`);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UndecidedError(`${file} cannot be read (${(error as Error).message}).`);
  }
}

function parse(body: string, file: string): Document<unknown> {
  if (body.trim() === '') throw new UndecidedError(`${file} is empty. It should be an OpenAPI 3 document.`);
  try {
    return makeDocumentFromString(body, file);
  } catch (error) {
    if (!(error instanceof YamlParseError)) throw error;
    throw new UndecidedError(
      `${fileLocation(file, error.line)} is neither YAML nor JSON: ${firstLine(error)}`,
    );
  }
}

function assertOpenApi(value: unknown, file: string): asserts value is OpenApiDocument {
  const advice = 'Give OpenAPI 3.0, 3.1 or 3.2.';
  if (!isObject(value))
    throw new UndecidedError(`${file} is not an OpenAPI document: it is not an object. ${advice}`);
  if (value.swagger !== undefined) {
    throw new UndecidedError(`${file} is Swagger ${String(value.swagger)}. Convert it first. ${advice}`);
  }
  const { openapi } = value;
  if (openapi === undefined) {
    throw new UndecidedError(
      `${file} is not an OpenAPI document: it has no \`openapi\` at its root. ${advice}`,
    );
  }
  if (!/^3\.[0-2]\./.test(String(openapi))) {
    throw new UndecidedError(`${file} is OpenAPI ${String(openapi)}, which is not known here. ${advice}`);
  }
}

async function bundled(root: Document<unknown>, file: string): Promise<OpenApiDocument> {
  const { bundle: result, problems } = await bundle({
    doc: makeDocumentFromString(root.source.body, resolve(file)),
    config: await createConfig({}),
    externalRefResolver: new LocalResolver(),
  });
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  if (problem) throw new UndecidedError(`${locationOfProblem(problem)}: ${problem.message.trim()}`);
  assertBounded(result.parsed, file);
  // The result shares nodes that have two references; a copy does not.
  return JSON.parse(JSON.stringify(result.parsed)) as OpenApiDocument;
}

/** Reads local files only: URLs are not fetched. */
class LocalResolver extends BaseResolver {
  override async loadExternalRef(reference: string): Promise<Source> {
    if (isAbsoluteUrl(reference)) {
      throw new Error(`${reference} is not fetched. Keep a copy next to the document, and refer to that.`);
    }
    return super.loadExternalRef(reference);
  }
}

function lineIn(source: Source, document: unknown, pointer: string): number {
  const segments = segmentsOf(pointer);
  // Inherited values are compared where they take effect, but are written further up.
  while (segments.length > 0 && valueAt(document, pointerOf(segments)) === undefined) segments.pop();
  const location = { source, pointer: `#${pointerOf(segments)}`, reportOnKey: segments.length > 0 };
  return getLineColLocation(location).start.line;
}

function locationOfProblem({ location: [location] }: NormalizedProblem): string {
  if (!location) return 'A reference';
  return fileLocation(
    relative(process.cwd(), location.source.absoluteRef),
    getLineColLocation(location).start.line,
  );
}

function fileLocation(file: string, line: number | undefined): string {
  return line === undefined || Number.isNaN(line) ? file : `${file}:${line}`;
}

function firstLine({ message }: Error): string {
  return message.split('\n')[0] ?? '';
}

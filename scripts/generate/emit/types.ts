import type { GlobalContext, OpenAPI3, SchemaObject } from 'openapi-typescript';
import { astToString } from 'openapi-typescript/dist/lib/ts.mjs';
import { resolveRef, scanDiscriminators } from 'openapi-typescript/dist/lib/utils.mjs';
import transformSchema from 'openapi-typescript/dist/transform/index.mjs';
import typescript from 'typescript';
import { type OpenApiDocument, readOperations, resolve } from '../read/contract-reader.ts';
import { HEADER } from './typescript-source.ts';
import { UNKNOWN_VALUE, withUnions } from './unions.ts';

const OPTIONS = {
  // Bodies without server-owned fields, responses without secrets: see `Readable` and `Writable`.
  readWriteMarkers: true,
  // A property with a default may be left out of a request; a response lists it as required instead.
  defaultNonNullable: false,
  transform,
  silent: true,
};

/**
 * The only file that knows openapi-typescript, which is in maintenance mode upstream: to replace it,
 * replace this function. The result exports `paths`, `operations` and `components`.
 *
 * Uses the modules behind the index, because the index also loads a second linter and bundler, and applies both. The pipeline has
 * already linted and bundled the document.
 */
export async function generateTypes(document: OpenApiDocument): Promise<string> {
  const schema = withUnions(withOptionalHeaders(document)) as unknown as OpenAPI3;
  const types = astToString(transformSchema(schema, contextOf(schema)));
  return HEADER + (types.includes('UnknownValue') ? IMPORTS : '') + types;
}

/** The options, and what `openapiTS` adds to them. Every other option is off by default, and may be left out. */
function contextOf(schema: OpenAPI3): GlobalContext {
  return {
    ...OPTIONS,
    discriminators: scanDiscriminators(schema, OPTIONS),
    injectFooter: [],
    resolve: ($ref: string) => resolveRef(schema, $ref, OPTIONS),
  } as unknown as GlobalContext;
}

/**
 * A copy, because the library changes its input. References to optional headers of responses are replaced by the headers:
 * the library treats every header behind a reference as required.
 */
function withOptionalHeaders(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const responses = readOperations(copy).flatMap((operation) => [...operation.responses.values()]);
  for (const response of responses) {
    const headers = Object.entries(response.headers ?? {}).map(([name, reference]) => {
      const header = resolve(copy, reference);
      return [name, header.required ? reference : header];
    });
    Object.assign(response, { headers: Object.fromEntries(headers) });
  }
  return copy;
}

/** The types of marked schemas. A property that a variant does not have is `false`. */
function transform(schema: SchemaObject | false): typescript.TypeNode | undefined {
  return schema === false ? undefined : (openEnum(schema) ?? unknownValue(schema));
}

const IMPORTS = "import type { UnknownValue } from '../unknown-value.ts';\n";

function unknownValue(schema: SchemaObject): typescript.TypeNode | undefined {
  return UNKNOWN_VALUE in schema ? typescript.factory.createTypeReferenceNode('UnknownValue') : undefined;
}

/** `x-extensible-enum: [A, B]` is `"A" | "B" | (string & {})`: known values complete, unknown ones pass. */
function openEnum(schema: SchemaObject): typescript.TypeNode | undefined {
  const known: unknown = (schema as unknown as Record<string, unknown>)['x-extensible-enum'];
  if (!Array.isArray(known)) return undefined;
  const { factory, SyntaxKind } = typescript;
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const members: typescript.TypeNode[] = known.map((value) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(value))),
  );
  members.push(factory.createParenthesizedType(anyString));
  if (isNullable(schema)) members.push(factory.createLiteralTypeNode(factory.createNull()));
  return factory.createUnionTypeNode(members);
}

function isNullable({ type }: { type?: unknown }): boolean {
  return Array.isArray(type) && type.includes('null');
}

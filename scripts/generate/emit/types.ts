import openapiTypeScript, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import { type OpenApiDocument, readOperations, resolve } from '../read/contract-reader.ts';
import { HEADER } from './typescript-source.ts';

/**
 * The only file that knows openapi-typescript, which is in maintenance mode upstream: to replace it,
 * replace this function. The result exports `paths`, `operations` and `components`.
 */
export async function generateTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTypeScript(withOptionalHeaders(document) as OpenAPI3, {
    // Bodies without server-owned fields, responses without secrets: see `Readable` and `Writable`.
    readWriteMarkers: true,
    // A property with a default may be left out of a request; a response lists it as required instead.
    defaultNonNullable: false,
    transform: openEnum,
    silent: true,
  });
  return HEADER + astToString(nodes);
}

/**
 * A copy, because the library changes its input. References to optional headers of responses are replaced by the headers:
 * the library treats every header behind a reference as required.
 */
function withOptionalHeaders(document: OpenApiDocument): object {
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

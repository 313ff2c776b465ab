import openapiTypeScript, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import typescript from 'typescript';
import type { OpenApiDocument } from './openapi.ts';
import { HEADER } from './typescript-source.ts';

/**
 * The only file that knows openapi-typescript, which is in maintenance mode upstream: to replace it,
 * replace this function. The result exports `paths`, `operations` and `components`.
 */
export async function generateTypes(document: OpenApiDocument): Promise<string> {
  // The library patches what it is given.
  const input = structuredClone(document) as unknown as OpenAPI3;
  const nodes = await openapiTypeScript(input, {
    // Bodies without server-owned fields, answers without secrets: see `Readable` and `Writable`.
    readWriteMarkers: true,
    // A property with a default may be left out of a request; an answer lists it as required instead.
    defaultNonNullable: false,
    transform: openEnum,
    silent: true,
  });
  return HEADER + astToString(nodes);
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

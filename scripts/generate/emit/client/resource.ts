import type { Bundle } from '../../bundle/bundle.ts';
import {
  componentName,
  isReference,
  methodName,
  parametersIn,
  resolve,
  resourceProperty,
  resourceType,
  type SchemaObject,
} from '../../read/contract-reader.ts';
import { type BundledOperation, type Operation, operationsOf } from '../../read/operations.ts';
import type { Surface } from '../../surfaces.ts';

/** A resource of the client: the operations of one tag on one surface. */
export interface Resource {
  surface: Surface;
  /** The name in the client: `savedSearches`. */
  name: string;
  /** The type in the client: `SavedSearches`; `StackSavedSearches` for the managed twin. */
  type: string;
  description: string;
  /** The path parameters that all operations of the surface share. */
  scope: NamedParameter[];
  methods: Method[];
}

/** A method of a resource. */
export interface Method {
  name: string;
  operation: Operation;
  /** The path parameters that the method takes, in order. */
  takes: NamedParameter[];
  /** The schema of the request body; undefined without one. */
  body: string | undefined;
  returns: 'page' | 'rows' | 'resource' | 'nothing';
  /** The schema in the envelope of the response; undefined without content or for an inline schema. */
  content: string | undefined;
  /** Whether the response is a page of items without an `id`. */
  listsWithoutId: boolean;
  /** The names of its header parameters. */
  headers: string[];
  deprecated: boolean;
  /** The shortest request example of the contract. */
  example: unknown;
  /** The problem codes that it declares, by status. */
  problems: Map<number, string[]>;
}

export interface NamedParameter {
  name: string;
  description: string;
  example: unknown;
}

/** Returns the resources of a surface, in the order of their operations. */
export function resourcesOf(bundle: Bundle, operations: Operation[]): Resource[] {
  const written = operationsOf(bundle);
  const tags = [...new Set(written.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const scope = commonParameters(written);
  return tags.map((tag) => {
    const own = written.filter(({ operation }) => operation.tags?.[0] === tag);
    const plural = resourceType(tag);
    const scopeHere = scope.filter(
      ({ name }) => !plural.toLowerCase().startsWith(name.replace(/Id$/, '').toLowerCase()),
    );
    const managed = own.some(({ operationId }) => /^[a-z]+Stack/.test(operationId));
    return {
      surface: bundle.surface,
      name: resourceProperty(tag),
      type: `${managed ? 'Stack' : ''}${plural}`,
      description: bundle.document.tags?.find(({ name }) => name === tag)?.description ?? '',
      scope: scopeHere,
      methods: own.map((operation) => methodOf(operation, operations, tag, scopeHere)),
    };
  });
}

function methodOf(
  written: BundledOperation,
  operations: Operation[],
  tag: string,
  scope: NamedParameter[],
): Method {
  const operation = operations.find(({ id }) => id === written.operationId);
  if (operation === undefined) throw new Error(`${written.operationId} is not in the operation table`);
  const scoped = new Set(scope.map(({ name }) => name));
  const isList = operation.queryParameters.includes('cursor');
  const content = contentOf(written);
  return {
    name: methodName(operation.id, tag),
    operation,
    takes: pathParameters(written).filter(({ name }) => !scoped.has(name)),
    body: bodySchema(written),
    returns: isList ? 'page' : kindOf(written, content),
    content: schemaName(isList ? content?.items : content),
    listsWithoutId: isList && !hasId(written, content?.items),
    headers: parametersIn(written, 'header').map(({ name }) => name),
    deprecated: written.operation.deprecated === true,
    example: shortestExample(written),
    problems: problemCodes(written),
  };
}

/** A response with a cursor of its own is a page of rows; the cursor is sent in the body. */
function kindOf(
  { bundle: { document } }: BundledOperation,
  content: SchemaObject | undefined,
): 'rows' | 'resource' | 'nothing' {
  if (content === undefined) return 'nothing';
  const { properties = {} } = resolve<SchemaObject>(document, content);
  return 'rows' in properties && 'nextCursor' in properties ? 'rows' : 'resource';
}

function commonParameters(operations: BundledOperation[]): NamedParameter[] {
  const [first, ...others] = operations.map(pathParameters);
  const names = others.map((parameters) => new Set(parameters.map(({ name }) => name)));
  return (first ?? []).filter(({ name }) => names.every((set) => set.has(name)));
}

function pathParameters(written: BundledOperation): NamedParameter[] {
  return parametersIn(written, 'path').map(({ name, description = '', example = name }) => ({
    name,
    description,
    example,
  }));
}

function bodySchema({ requestBody }: BundledOperation): string | undefined {
  if (requestBody === undefined) return undefined;
  return schemaName(requestBody.content?.['application/json']?.schema) ?? 'unknown';
}

/** What is in the envelope of the response: the schema of `result` or `data`. */
function contentOf({ bundle: { document }, responses }: BundledOperation): SchemaObject | undefined {
  const schema = responses.get('200')?.content?.['application/json']?.schema;
  const { result, data } = schema ? (resolve<SchemaObject>(document, schema).properties ?? {}) : {};
  const content = result ?? data;
  return typeof content === 'object' ? content : undefined;
}

function hasId({ bundle: { document } }: BundledOperation, items: SchemaObject['items']): boolean {
  return typeof items === 'object' && 'id' in (resolve<SchemaObject>(document, items).properties ?? {});
}

function schemaName(schema: SchemaObject | boolean | undefined): string | undefined {
  return isReference(schema) ? componentName(schema) : undefined;
}

function shortestExample({ requestBody }: BundledOperation): unknown {
  const examples = requestBody?.content?.['application/json']?.examples;
  const values = Object.values(examples ?? {}).map(({ value }) => value);
  return values.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];
}

function problemCodes({ responses }: BundledOperation): Map<number, string[]> {
  const failures = [...responses].filter(([status]) => Number(status) >= 400);
  return new Map(
    failures.map(([status, { content }]) => {
      const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
      const codes = examples.map(({ value }) => String((value as { code?: unknown }).code));
      return [Number(status), [...new Set(codes)].sort()];
    }),
  );
}

import type { Bundle } from '../../bundle/bundle.ts';
import {
  type OperationObject,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from '../../read/openapi.ts';
import { type Operation, type WrittenOperation, writtenOperations } from '../../read/operations.ts';
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
  returns: 'page' | 'resource' | 'nothing';
  /** The schema in the envelope of the response; undefined without content or for an inline schema. */
  content: string | undefined;
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
  const written = writtenOperations(bundle);
  const tags = [...new Set(written.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const scope = commonParameters(written);
  return tags.map((tag) => {
    const own = written.filter(({ operation }) => operation.tags?.[0] === tag);
    const plural = pascalCase(tag);
    const scopeHere = scope.filter(
      ({ name }) => !plural.toLowerCase().startsWith(name.replace(/Id$/, '').toLowerCase()),
    );
    const managed = own.some(({ operation }) => /^[a-z]+Stack/.test(operation.operationId));
    return {
      surface: bundle.surface,
      name: plural.charAt(0).toLowerCase() + plural.slice(1),
      type: `${managed ? 'Stack' : ''}${plural}`,
      description: bundle.document.tags?.find(({ name }) => name === tag)?.description ?? '',
      scope: scopeHere,
      methods: own.map((operation) => methodOf(operation, operations, plural, scopeHere)),
    };
  });
}

function methodOf(
  written: WrittenOperation,
  operations: Operation[],
  plural: string,
  scope: NamedParameter[],
): Method {
  const { bundle, operation: object } = written;
  const operation = operations.find(({ id }) => id === object.operationId);
  if (operation === undefined) throw new Error(`${object.operationId} is not in the operation table`);
  const scoped = new Set(scope.map(({ name }) => name));
  const isList = operation.queryParameters.includes('cursor');
  const content = contentOf(bundle, object);
  return {
    name: methodName(operation.id, plural),
    operation,
    takes: pathParameters(written).filter(({ name }) => !scoped.has(name)),
    body: bodySchema(bundle, object),
    returns: isList ? 'page' : content === undefined ? 'nothing' : 'resource',
    content: schemaName(isList && content ? (content as Schema).items : content),
    headers: parametersOf(written, 'header').map(({ name }) => name),
    deprecated: object.deprecated === true,
    example: shortestExample(bundle, object),
    problems: problemCodes(bundle, object),
  };
}

/** Returns `update` for `updateStackAlert` of alerts, and `getSettings` for `getPipeSettings` of pipes. */
function methodName(operationId: string, plural: string): string {
  const [, verb = '', , rest = ''] = /^([a-z]+)(Stack)?(.*)$/.exec(operationId) ?? [];
  let common = 0;
  while (common < rest.length && rest[common] === plural[common]) common += 1;
  return verb + rest.slice(common);
}

function commonParameters(operations: WrittenOperation[]): NamedParameter[] {
  const [first, ...others] = operations.map(pathParameters);
  const names = others.map((parameters) => new Set(parameters.map(({ name }) => name)));
  return (first ?? []).filter(({ name }) => names.every((set) => set.has(name)));
}

function pathParameters(written: WrittenOperation): NamedParameter[] {
  return parametersOf(written, 'path').map(({ name, description = '', example = name }) => ({
    name,
    description,
    example,
  }));
}

function parametersOf(
  { bundle, pathItem, operation }: WrittenOperation,
  location: Parameter['in'],
): Parameter[] {
  const all = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])];
  return all
    .map((parameter) => resolve(bundle.document, parameter))
    .filter((parameter) => parameter.in === location);
}

function bodySchema({ document }: Bundle, { requestBody }: OperationObject): string | undefined {
  if (requestBody === undefined) return undefined;
  return schemaName(resolve(document, requestBody).content?.['application/json']?.schema) ?? 'unknown';
}

/** Returns the schema of `result` or `data`, the content of the envelope. */
function contentOf({ document }: Bundle, { responses }: OperationObject): Schema | Reference | undefined {
  const response = responses?.['200'];
  const schema = response && resolve<Response>(document, response).content?.['application/json']?.schema;
  const { result, data } = schema ? (resolve<Schema>(document, schema).properties ?? {}) : {};
  const content = result ?? data;
  return typeof content === 'object' ? content : undefined;
}

function schemaName(schema: Schema | Reference | boolean | undefined): string | undefined {
  if (typeof schema !== 'object' || !('$ref' in schema)) return undefined;
  return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
}

function shortestExample({ document }: Bundle, { requestBody }: OperationObject): unknown {
  const content = requestBody && resolve(document, requestBody).content?.['application/json'];
  const values = Object.values(content?.examples ?? {}).map(({ value }) => value);
  return values.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];
}

function problemCodes({ document }: Bundle, { responses = {} }: OperationObject): Map<number, string[]> {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return new Map(
    failures.map(([status, reference]) => {
      const { content } = resolve<Response>(document, reference);
      const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
      const codes = examples.map(({ value }) => String((value as { code?: unknown }).code));
      return [Number(status), [...new Set(codes)].sort()];
    }),
  );
}

/** Returns `SavedSearches` for `saved-searches`. */
function pascalCase(tag: string): string {
  return tag.replaceAll(/(^|[-_ ])(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}

import { isDeepStrictEqual } from 'node:util';
import { standardOperations } from '../../../../packages/client/src/standard-operations.ts';
import { isIdentifier } from '../../identifier.ts';
import { findStandardOperations } from '../../read/contract-reader.ts';
import { SURFACES, type Surface } from '../../surfaces.ts';
import { HEADER, jsDoc, literal } from '../typescript-source.ts';
import { exampleOf } from './example.ts';
import type { Method, NamedParameter, Resource } from './resource.ts';

/** Returns the types and operation tables of the resources of one surface. */
export function generateResources(surface: Surface, resources: Resource[]): string {
  const models = [...new Set(resources.flatMap(modelNames))].sort();
  const classes = (['ApiPromise', 'PagePromise', 'RowsPromise'] as const).filter((name) =>
    resources.some(({ methods }) => methods.some((method) => promiseClass(method) === name)),
  );
  const options = [...new Set(resources.flatMap(({ methods }) => methods.map(optionsType)))].sort();
  const queries = resources.some(({ methods }) => methods.some(takesQuery));
  return [
    HEADER,
    ...(classes.includes('ApiPromise') ? ["import type { ApiPromise } from '../api-promise.ts';\n"] : []),
    "import type { Connection } from '../connection.ts';\n",
    `import type { FailureOf${queries ? ', QueryOf' : ''} } from '../operation-types.ts';\n`,
    `import type { ${options.join(', ')} } from '../options.ts';\n`,
    ...importOfPages(classes.filter((name) => name !== 'ApiPromise')),
    "import { createResource, type OperationEntry } from '../resource.ts';\n",
    ...(resources.some((resource) => tableOf(resource).includes('standardOperations('))
      ? ["import { standardOperations } from '../standard-operations.ts';\n"]
      : []),
    models.length > 0 ? `import type { ${models.join(', ')} } from './models.ts';\n` : '',
    ...scopes(resources),
    ...resources.map((resource) => resourceSource(surface, resource)),
  ].join('');
}

/** Returns the types of request bodies and responses, as a client sees them. */
export function generateModels(resources: Resource[]): string {
  const methods = resources.flatMap((resource) => resource.methods);
  const bodies = new Set(methods.flatMap(({ body }) => body ?? []));
  const contents = new Set(methods.flatMap(({ content }) => content ?? []));
  const aliases = [...new Set([...bodies, ...contents])]
    .sort()
    .filter(isModel)
    .map((name) => {
      const view = bodies.has(name) ? 'Writable' : 'Readable';
      return `export type ${name} = ${view}<contract.${name}>;\n`;
    });
  return `${HEADER}import type * as contract from '@penstock/contract';
import type { Readable, Writable } from '@penstock/contract';

/*
 * The contract's schemas as a client sees them: responses without write-only properties (secrets), request bodies without
 * read-only properties.
 */

${aliases.join('')}
export type Problem = Readable<contract.Problem>;
export type ProblemEntry = Readable<contract.ProblemEntry>;
export type ProblemCode = contract.ProblemCode;
`;
}

/** Returns the problem codes that each operation declares for each status, taken from the contract's examples. */
export function generateDeclaredProblems(resources: Resource[]): string {
  const operations = resources
    .flatMap(({ methods }) => methods)
    .map(({ operation, problems }) => {
      const statuses = [...problems].map(([status, codes]) => `    ${status}: ${codeUnion(codes)};\n`);
      return `  ${operation.id}: {\n${statuses.join('')}  };\n`;
    });
  return `${HEADER}
/** The problem codes that each operation declares, by operationId and status. */
export interface DeclaredProblems {
${operations.join('')}}
`;
}

/** Returns the names of all secret properties. */
export function generateSecretNames(names: readonly string[]): string {
  return `${HEADER}
/** The properties of request bodies that the contract declares secret (\`writeOnly\`, \`format: password\`). */
export const secretNames: readonly string[] = ${literal(names)};
`;
}

/** Returns the parameters of a method, as TypeScript. */
export function parametersOf(method: Method): string[] {
  const { takes, body, operation } = method;
  const query = operation.queryParameters.length > 0 ? [`query?: QueryOf<'${operation.id}'>`] : [];
  return [
    ...takes.map(({ name }) => `${name}: string`),
    ...(body ? [`body: ${body}`] : []),
    ...query,
    `options?: ${optionsType(method)}`,
  ];
}

/** Returns the type that a method resolves to, as TypeScript. */
export function resultOf({ returns, content = 'unknown' }: Method): string {
  return returns === 'nothing' ? 'void' : content;
}

export function promiseClass({ returns }: Method): 'PagePromise' | 'RowsPromise' | 'ApiPromise' {
  if (returns === 'page') return 'PagePromise';
  return returns === 'rows' ? 'RowsPromise' : 'ApiPromise';
}

function importOfPages(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`import type { ${names.join(', ')} } from '../page.ts';\n`];
}

function resourceSource(surface: Surface, resource: Resource): string {
  const { type, name, description, scope, methods } = resource;
  const table = `${name}Operations`;
  const scoped = scope.length > 0;
  return `
${jsDoc([description])}export interface ${type} {
${methods.map((method) => methodSource(resource, method)).join('\n')}}

const ${table}: Record<keyof ${type}, OperationEntry> = ${tableOf(resource)};

/** Creates the ${name} resource of ${scoped ? `a ${ownerOf(scope)}` : 'the team'}. Sends no request. */
export function create${type}(connection: Connection<'${surface}'>${scoped ? `, scope: ${scopeType(scope)}` : ''}): ${type} {
  return createResource(connection, '${name}', ${table}${scoped ? ', scope' : ''});
}
`;
}

function methodSource(resource: Resource, method: Method): string {
  const { operation, deprecated } = method;
  const doc = jsDoc(
    [
      `${operation.summary} (\`${operation.id}\`).`,
      operation.description,
      operation.stability === 'stable' ? undefined : `@${operation.stability}`,
      deprecated ? '@deprecated The server will remove it.' : undefined,
      `@example\n${exampleOf(resource, method)}`,
    ],
    '  ',
  );
  const failure = `FailureOf<'${operation.id}'>`;
  return `${doc}  ${method.name}(${parametersOf(method).join(', ')}): ${promiseClass(method)}<${resultOf(method)}, ${failure}>;\n`;
}

/** Returns the operation table of a resource, with one line for the five standard operations. */
function tableOf(resource: Resource): string {
  const entries = resource.methods.map(entryOf);
  const standard = standardArguments(resource);
  const common: Readonly<Record<string, unknown>> = standard ? standardOperations(...standard) : {};
  const others = entries.filter(([name, entry]) => !isDeepStrictEqual(entry, common[name]));
  if (!standard || entries.length - others.length < Object.keys(common).length) return tableSource(entries);
  const rest = others.length === 0 ? '' : `, ${tableSource(others)}`;
  return `/* @__PURE__ */ standardOperations(${standard.map(literal).join(', ')}${rest})`;
}

function tableSource(entries: ReturnType<typeof entryOf>[]): string {
  return `{\n${entries.map(([name, entry]) => `  ${name}: ${literal(entry)},\n`).join('')}}`;
}

function entryOf({ name, operation, body, returns }: Method): [name: string, entry: string[]] {
  const { id, method, path, idempotency, queryParameters } = operation;
  const takes = body ? ['body'] : queryParameters.length > 0 ? ['query'] : [];
  return [name, [id, method.toUpperCase(), path, idempotency, returns, ...takes]];
}

/** Returns the arguments of the client's `standardOperations` for a resource. */
function standardArguments({
  methods,
}: Resource): [path: string, id: string, one: string, many: string] | undefined {
  const operations = Object.fromEntries(methods.map(({ operation }) => [operation.id, operation]));
  const [standard] = findStandardOperations(operations);
  if (standard === undefined) return undefined;
  const { collectionPath, idParameter, create, list } = standard;
  return [collectionPath, idParameter, create.replace('create', ''), list.replace('list', '')];
}

function optionsType({ operation, headers }: Method): string {
  if (operation.idempotency === 'keyed') return 'CreateOptions';
  return headers.includes('If-Match') ? 'ChangeOptions' : 'CallOptions';
}

function takesQuery({ operation }: Method): boolean {
  return operation.queryParameters.length > 0;
}

function scopes(resources: Resource[]): string[] {
  const byType = new Map(
    resources.filter(({ scope }) => scope.length > 0).map(({ scope }) => [scopeType(scope), scope]),
  );
  return [...byType].map(([type, scope]) => {
    const members = scope.map(
      ({ name, description }) => `${jsDoc([description], '  ')}  readonly ${name}: string;\n`,
    );
    return `\n/** The owner of the resources. */\nexport interface ${type} {\n${members.join('')}}\n`;
  });
}

/** Returns `ServiceScope` for the resources of a service. */
function scopeType(scope: NamedParameter[]): string {
  const owner = ownerOf(scope);
  return `${owner.charAt(0).toUpperCase()}${owner.slice(1)}Scope`;
}

function ownerOf(scope: NamedParameter[]): string {
  return (scope.at(-1)?.name ?? '').replace(/Id$/, '');
}

function modelNames({ methods }: Resource): string[] {
  return methods
    .flatMap(({ body, content }) => [body, content].filter((name) => name !== undefined))
    .filter(isModel);
}

function isModel(name: string): boolean {
  return name !== 'unknown' && isIdentifier(name);
}

function codeUnion(codes: string[]): string {
  return codes.length === 0 ? 'never' : codes.map((code) => `'${code}'`).join(' | ');
}

/** Groups the resources by surface. */
export function bySurface(resources: Resource[]): [Surface, Resource[]][] {
  return SURFACES.map((surface) => [surface, resources.filter((resource) => resource.surface === surface)]);
}

import { isDeepStrictEqual } from 'node:util';
import { isIdentifier } from '../../identifier.ts';
import { SURFACES, type Surface } from '../../surfaces.ts';
import { HEADER, jsDoc, literal } from '../typescript-source.ts';
import { exampleOf } from './example.ts';
import type { Method, NamedParameter, Resource } from './resource.ts';

/** Types and tables of the resources of one surface: all that the client has to say about single operations. */
export function generateResources(surface: Surface, resources: Resource[]): string {
  const models = [...new Set(resources.flatMap(modelNames))].sort();
  const classes = (['AnswerPromise', 'PagePromise'] as const).filter((name) =>
    resources.some(({ methods }) => methods.some((method) => promiseClass(method) === name)),
  );
  const options = [...new Set(resources.flatMap(({ methods }) => methods.map(optionsType)))].sort();
  const queries = resources.some(({ methods }) => methods.some(takesQuery));
  return [
    HEADER,
    ...(classes.includes('AnswerPromise') ? ["import type { AnswerPromise } from '../answer.ts';\n"] : []),
    "import type { Connection } from '../connection.ts';\n",
    `import type { FailureOf${queries ? ', QueryOf' : ''} } from '../operation-types.ts';\n`,
    `import type { ${options.join(', ')} } from '../options.ts';\n`,
    ...(classes.includes('PagePromise') ? ["import type { PagePromise } from '../page.ts';\n"] : []),
    `import { createResource, type OperationEntry${resources.some((resource) => tableOf(resource).startsWith('standard')) ? ', standardOperations' : ''} } from '../resource.ts';\n`,
    models.length > 0 ? `import type { ${models.join(', ')} } from './models.ts';\n` : '',
    ...scopes(resources),
    ...resources.map((resource) => resourceSource(surface, resource)),
  ].join('');
}

/** The contract's schemas that methods take and give, as a client sees them. */
export function generateModels(resources: Resource[]): string {
  const methods = resources.flatMap((resource) => resource.methods);
  const bodies = new Set(methods.flatMap(({ body }) => body ?? []));
  const answers = new Set(methods.flatMap(({ gives }) => gives ?? []));
  const aliases = [...new Set([...bodies, ...answers])]
    .sort()
    .filter(isModel)
    .map((name) => {
      const view = bodies.has(name) ? 'Writable' : 'Readable';
      return `export type ${name} = ${view}<contract.${name}>;\n`;
    });
  return `${HEADER}import type * as contract from '@penstock/contract';
import type { Readable, Writable } from '@penstock/contract';

/*
 * The contract's schemas as a client sees them: answers without what is only ever sent (secrets), request bodies without
 * what only the server sets.
 */

${aliases.join('')}
export type Problem = Readable<contract.Problem>;
export type ProblemEntry = Readable<contract.ProblemEntry>;
export type ProblemCode = contract.ProblemCode;
`;
}

/** The codes that each operation declares for each status, as far as the contract's examples show them. */
export function generateDeclaredProblems(resources: Resource[]): string {
  const operations = resources
    .flatMap(({ methods }) => methods)
    .map(({ operation, problems }) => {
      const statuses = [...problems].map(([status, codes]) => `    ${status}: ${codeUnion(codes)};\n`);
      return `  ${operation.id}: {\n${statuses.join('')}  };\n`;
    });
  return `${HEADER}
/** The codes of the problems that an operation declares, by its operationId and their status. */
export interface DeclaredProblems {
${operations.join('')}}
`;
}

/** The names of properties that are secrets, for who has a body alone. */
export function generateSecretNames(names: readonly string[]): string {
  return `${HEADER}
/** The properties of request bodies that the contract declares secret (\`writeOnly\`, \`format: password\`). */
export const secretNames: readonly string[] = ${literal(names)};
`;
}

/** The parameters of a method, as TypeScript. */
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

/** What a method gives, as TypeScript. */
export function resultOf({ answer, gives = 'unknown' }: Method): string {
  return answer === 'nothing' ? 'void' : gives;
}

export function promiseClass({ answer }: Method): 'PagePromise' | 'AnswerPromise' {
  return answer === 'page' ? 'PagePromise' : 'AnswerPromise';
}

function resourceSource(surface: Surface, resource: Resource): string {
  const { type, name, description, scope, methods } = resource;
  const table = `${name}Operations`;
  const scoped = scope.length > 0;
  return `
${jsDoc([description])}export interface ${type} {
${methods.map((method) => methodSource(resource, method)).join('\n')}}

const ${table}: Record<keyof ${type}, OperationEntry> = ${tableOf(resource).startsWith('{') ? '' : '/* @__PURE__ */ '}${tableOf(resource)};

/** Makes the ${name} of ${scoped ? `a ${ownerOf(scope)}` : 'the team'}. Makes no request. */
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
      deprecated ? '@deprecated The contract says that it is going away.' : undefined,
      `@example\n${exampleOf(resource, method)}`,
    ],
    '  ',
  );
  const failure = `FailureOf<'${operation.id}'>`;
  return `${doc}  ${method.name}(${parametersOf(method).join(', ')}): ${promiseClass(method)}<${resultOf(method)}, ${failure}>;\n`;
}

/** The operations of a resource as data: in a line if they are the five that most collections have. */
function tableOf(resource: Resource): string {
  const entries = resource.methods.map(entryOf);
  const standard = standardOf(resource);
  if (standard && isDeepStrictEqual(entries, standardEntries(standard))) {
    return `standardOperations(${standard.map(literal).join(', ')})`;
  }
  return `{\n${entries.map(([name, ...entry]) => `  ${name}: ${literal(entry)},\n`).join('')}}`;
}

function entryOf({ name, operation, body, answer }: Method): string[] {
  const { id, method, path, idempotency, queryParameters } = operation;
  const takes = body ? ['body'] : queryParameters.length > 0 ? ['query'] : [];
  return [name, id, method.toUpperCase(), path, idempotency, answer, ...takes];
}

type Standard = [path: string, id: string, one: string, many: string];

/** What `standardOperations` of the client would have to be called with. */
function standardOf({ methods }: Resource): Standard | undefined {
  const [list, create, get] = methods;
  const id = get?.takes[0]?.name;
  if (!list || !create || !id) return undefined;
  return [
    list.operation.path,
    id,
    create.operation.id.replace('create', ''),
    list.operation.id.replace('list', ''),
  ];
}

/** What `standardOperations` of the client gives. */
function standardEntries([path, id, one, many]: Standard): string[][] {
  const item = `${path}/{${id}}`;
  return [
    ['list', `list${many}`, 'GET', path, 'safe', 'page', 'query'],
    ['create', `create${one}`, 'POST', path, 'keyed', 'resource', 'body'],
    ['get', `get${one}`, 'GET', item, 'safe', 'resource'],
    ['update', `update${one}`, 'PUT', item, 'idempotent', 'resource', 'body'],
    ['delete', `delete${one}`, 'DELETE', item, 'idempotent', 'nothing'],
  ];
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
    return `\n/** Whose resources they are. */\nexport interface ${type} {\n${members.join('')}}\n`;
  });
}

/** `ServiceScope` for what belongs to a service. */
function scopeType(scope: NamedParameter[]): string {
  const owner = ownerOf(scope);
  return `${owner.charAt(0).toUpperCase()}${owner.slice(1)}Scope`;
}

function ownerOf(scope: NamedParameter[]): string {
  return (scope.at(-1)?.name ?? '').replace(/Id$/, '');
}

function modelNames({ methods }: Resource): string[] {
  return methods
    .flatMap(({ body, gives }) => [body, gives].filter((name) => name !== undefined))
    .filter(isModel);
}

function isModel(name: string): boolean {
  return name !== 'unknown' && isIdentifier(name);
}

function codeUnion(codes: string[]): string {
  return codes.length === 0 ? 'never' : codes.map((code) => `'${code}'`).join(' | ');
}

/** Resources of both surfaces, in their order. */
export function bySurface(resources: Resource[]): [Surface, Resource[]][] {
  return SURFACES.map((surface) => [surface, resources.filter((resource) => resource.surface === surface)]);
}

import { listResources, type OperationId, operations, type Resource, secretFields } from '@penstock/contract';
import { requestExamples, responseExamples } from '@penstock/contract/examples';
import { parsePointer } from '@penstock/contract/reader';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every operation
type Json = any;

/** The replacements that make an example valid on a server without the contract's sample data. */
export interface BodyContext {
  /** Returns a unique text. */
  unique(text: string): string;
  /** Returns a new secret. */
  secret(): string;
  /** Returns the id of an existing resource of this kind, created from this request example (by default the first). */
  idOf(resource: Resource, example: string | undefined): Promise<string>;
}

/** Returns a request example, by default the first, that any server accepts. */
export async function exampleBody(
  operationId: OperationId,
  name: string | undefined,
  bodyContext: BodyContext,
): Promise<Json> {
  const examples = examplesOf(operationId);
  const example: Json = name === undefined ? Object.values(examples)[0] : examples[name];
  if (example === undefined) throw new Error(`${operationId} has no request example ${name ?? 'at all'}.`);
  const body = await withReferences(example, operations[operationId].surface, bodyContext);
  if (typeof body.name === 'string') body.name = bodyContext.unique(body.name);
  for (const pointer of secretFields[operationId] ?? []) setSecrets(body, parsePointer(pointer), bodyContext);
  return body;
}

const readExamples = new Map<OperationId, Readonly<Record<string, unknown>>>();

/** Read once: thousands of bodies start with one of them. */
function examplesOf(operationId: OperationId): Readonly<Record<string, unknown>> {
  const examples = readExamples.get(operationId) ?? requestExamples(operationId);
  readExamples.set(operationId, examples);
  return examples;
}

/** Sets a secret of this run wherever the body has one. Pointers of bodies have no escapes. */
function setSecrets(part: Json, [name, ...rest]: readonly string[], bodyContext: BodyContext): void {
  if (typeof part !== 'object' || part === null || name === undefined) return;
  const names = name === '*' ? Object.keys(part) : name in part ? [name] : [];
  for (const each of names) {
    if (rest.length > 0) setSecrets(part[each], rest, bodyContext);
    else part[each] = secretLike(part[each], bodyContext);
  }
}

/** Returns a secret in the form of the original value. */
function secretLike(value: Json, bodyContext: BodyContext): Json {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.keys(value).map((name) => [name, bodyContext.secret()]));
  if (String(value).startsWith('whsec_'))
    return `whsec_${Buffer.from(bodyContext.secret()).toString('base64')}`;
  if (String(value).includes('=')) return `AccountName=shop;AccountKey=${bodyContext.secret()}`;
  return bodyContext.secret();
}

/** Returns a copy whose references, such as `webhookId`, lead to existing resources. */
async function withReferences(part: Json, surface: string, bodyContext: BodyContext): Promise<Json> {
  if (Array.isArray(part)) return Promise.all(part.map((item) => withReferences(item, surface, bodyContext)));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(async ([name, value]) => {
    const resource = listResources().find((each) => each.surface === surface && refersTo(name, each));
    if (resource !== undefined && typeof value === 'string')
      return [name, await bodyContext.idOf(resource, exampleWithId(resource, value))];
    return [name, await withReferences(value, surface, bodyContext)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Whether a property contains the id of such a resource: `sourceId`, and `traceSourceId` for a certain kind of source. */
function refersTo(name: string, { idParameter }: Resource): boolean {
  return name === idParameter || name.endsWith(`${idParameter[0]?.toUpperCase()}${idParameter.slice(1)}`);
}

/** The name of the example that creates the resource with this id in the contract's sample data. */
function exampleWithId({ create }: Resource, id: string): string | undefined {
  const responses = Object.entries(responseExamples(create, 200) as Record<string, Json>);
  return responses.find(([, { result, data = result }]) => data?.id === id)?.[0];
}

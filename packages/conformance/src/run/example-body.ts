import { type OperationId, operations, secretFields } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { RESOURCE_KINDS, type ResourceKind } from '../resource-kind.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every operation
type Json = any;

/** What a body of the contract needs to be sent to a server that has never heard of the contract's examples. */
export interface Surroundings {
  /** A text that nothing else has. */
  unique(text: string): string;
  /** A secret to plant. */
  secret(): string;
  /** The id of something of this kind that exists. */
  idOf(kind: ResourceKind): Promise<string>;
}

/** A request example of an operation, the first if none is named, made fit to be sent. */
export async function exampleBody(
  operationId: OperationId,
  name: string | undefined,
  surroundings: Surroundings,
): Promise<Json> {
  const examples = examplesOf(operationId);
  const example: Json = name === undefined ? Object.values(examples)[0] : examples[name];
  if (example === undefined) throw new Error(`${operationId} has no request example ${name ?? 'at all'}.`);
  const body = await withReferences(example, operations[operationId].surface, surroundings);
  if (typeof body.name === 'string') body.name = surroundings.unique(body.name);
  for (const pointer of secretFields[operationId] ?? [])
    plant(body, pointer.split('/').slice(1), surroundings);
  return body;
}

const known = new Map<OperationId, Readonly<Record<string, unknown>>>();

/** Copied out of the contract once: thousands of bodies begin with one of them. */
function examplesOf(operationId: OperationId): Readonly<Record<string, unknown>> {
  const examples = known.get(operationId) ?? requestExamples(operationId);
  known.set(operationId, examples);
  return examples;
}

/** Puts a secret of this run where the body has one. Pointers of bodies have no escapes. */
function plant(part: Json, [name, ...rest]: readonly string[], surroundings: Surroundings): void {
  if (typeof part !== 'object' || part === null || name === undefined) return;
  const names = name === '*' ? Object.keys(part) : name in part ? [name] : [];
  for (const each of names) {
    if (rest.length > 0) plant(part[each], rest, surroundings);
    else part[each] = secretLike(part[each], surroundings);
  }
}

/** Of the same form as what stood there. */
function secretLike(value: Json, surroundings: Surroundings): Json {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.keys(value).map((name) => [name, surroundings.secret()]));
  if (String(value).startsWith('whsec_'))
    return `whsec_${Buffer.from(surroundings.secret()).toString('base64')}`;
  if (String(value).includes('=')) return `AccountName=shop;AccountKey=${surroundings.secret()}`;
  return surroundings.secret();
}

/** A copy in which whatever is called like the parameter that names a kind, such as `webhookId`, refers to one that exists. */
async function withReferences(part: Json, surface: string, surroundings: Surroundings): Promise<Json> {
  if (Array.isArray(part))
    return Promise.all(part.map((item) => withReferences(item, surface, surroundings)));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(async ([name, value]) => {
    const kind = RESOURCE_KINDS.find((each) => each.surface === surface && each.parameter === name);
    if (kind !== undefined && typeof value === 'string') return [name, await surroundings.idOf(kind)];
    return [name, await withReferences(value, surface, surroundings)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

import { type Operation, type OperationId, operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import type { TestRequest, TestResponse, TestServer } from './test-server.ts';

/** Every operation of the contract, with its `operationId`. */
export const OPERATIONS: readonly (Operation & { readonly id: OperationId })[] = Object.entries(
  operations,
).map(([id, operation]) => ({ ...operation, id: id as OperationId }));

/** Values of path parameters, by name. */
export type PathValues = Readonly<Record<string, string>>;

let made = 0;

/** The request of an operation; its body is the example of that name in the contract, or the first one. */
export function requestOf(
  operation: (typeof OPERATIONS)[number],
  values: PathValues,
  authorization: string,
  example = '',
): TestRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => required(values, name));
  const examples = operation.requestBody === 'none' ? {} : requestExamples(operation.id);
  const body = examples[example] ?? Object.values(examples)[0];
  return {
    method: operation.method.toUpperCase(),
    path,
    headers: { authorization },
    ...(body === undefined ? {} : { body: withOwnName(body as object) }),
  };
}

/**
 * Creates the resource that the path of an operation names, through the API, and returns the values of the path.
 * `tenant` has the values that no operation creates; `example` names the body to create it with. An item inside the resource is
 * the first tile of a dashboard, or the delivery of a test of a webhook.
 */
export async function makePathValues(
  server: TestServer,
  operation: (typeof OPERATIONS)[number],
  tenant: PathValues,
  authorization: string,
  example = '',
): Promise<PathValues> {
  const [parameter, nested] = operation.pathParameters.filter((name) => !(name in tenant));
  if (parameter === undefined) return tenant;
  const collection = operation.path.slice(0, operation.path.indexOf(`/{${parameter}}`));
  const creation = OPERATIONS.find(({ method, path }) => method === 'post' && path === collection);
  if (creation === undefined)
    throw new Error(`No operation creates {${parameter}}: POST ${collection} is not in the contract.`);
  const response = await server.call(requestOf(creation, tenant, authorization, example));
  if (response.status !== 200)
    throw new Error(`${creation.id} returned ${response.status}: ${JSON.stringify(response.body)}`);
  const { id, tiles } = contentOf(response);
  const values = { ...tenant, [parameter]: id };
  if (nested === undefined) return values;
  if (tiles !== undefined) return { ...values, [nested]: tiles[0].id };
  return {
    ...values,
    [nested]: await deliver(server, `${collection}/{${parameter}}/test`, values, authorization),
  };
}

/** The delivery of a test of a webhook. */
async function deliver(
  server: TestServer,
  path: string,
  values: PathValues,
  authorization: string,
): Promise<string> {
  const operation = OPERATIONS.find((candidate) => candidate.path === path);
  if (operation === undefined) throw new Error(`POST ${path} is not in the contract.`);
  return contentOf(await server.call(requestOf(operation, values, authorization))).id;
}

/** The content of the envelope of either surface. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
export function contentOf({ body }: TestResponse): any {
  return body.result ?? body.data;
}

function required(values: PathValues, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`The path parameter ${name} has no value.`);
  return value;
}

/** The names of webhooks are unique in a tenant. */
function withOwnName(body: object): object {
  made += 1;
  return 'name' in body ? { ...body, name: `Made for a test ${made}` } : body;
}

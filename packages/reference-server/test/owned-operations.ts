import { type Operation, type OperationId, operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { expect } from 'vitest';
import type { Answer, Call, StartedServer } from './started-server.ts';

/** Every operation of the contract, so that a new one cannot be forgotten. */
export const OPERATIONS: readonly (Operation & { readonly id: OperationId })[] = Object.entries(
  operations,
).map(([id, operation]) => ({ ...operation, id: id as OperationId }));

/** Values of path parameters, by name. */
export type PathValues = Readonly<Record<string, string>>;

let made = 0;

/** The call of an operation with a body that the contract shows: the example of that name, or else the first one. */
export function callOf(
  operation: (typeof OPERATIONS)[number],
  values: PathValues,
  authorization: string,
  example = '',
): Call {
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_match, name: string) => values[name] ?? expect.fail(name),
  );
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
 * Makes what the path of an operation names, with the operation that creates such things, and gives the values of its
 * path. `tenant` has those that no operation creates; `example` is what to create, if the contract shows several.
 */
export async function makePathValues(
  server: StartedServer,
  operation: (typeof OPERATIONS)[number],
  tenant: PathValues,
  authorization: string,
  example = '',
): Promise<PathValues> {
  const parameter = operation.pathParameters.find((name) => !(name in tenant));
  if (parameter === undefined) return tenant;
  const collection = operation.path.slice(0, operation.path.indexOf(`/{${parameter}}`));
  const creation = OPERATIONS.find(({ method, path }) => method === 'post' && path === collection);
  if (creation === undefined)
    throw new Error(`No operation creates what {${parameter}} names: POST ${collection}.`);
  const answer = await server.call(callOf(creation, tenant, authorization, example));
  expect(answer.status, creation.id).toBe(200);
  return { ...tenant, [parameter]: contentOf(answer).id };
}

/** What the envelope of either surface holds. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export function contentOf({ body }: Answer): any {
  return body.result ?? body.data;
}

/** Some names may be there once only. */
function withOwnName(body: object): object {
  made += 1;
  return 'name' in body ? { ...body, name: `Made for a test ${made}` } : body;
}

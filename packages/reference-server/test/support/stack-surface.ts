import type { OperationId } from '@penstock/contract';
import { expect } from 'vitest';
import type { TestRequest, TestResponse, TestServer } from '../../src/api/testing/test-server.ts';
import { contractCheck } from './contract-check.ts';
import { requestExample } from './examples.ts';

/** The five resources of the stack: where they are, how operations call them, and one body that creates each. */
export const RESOURCES = [
  { collection: 'dashboards', one: 'Dashboard', many: 'Dashboards', example: 'checkout' },
  { collection: 'alerts', one: 'Alert', many: 'Alerts', example: 'tile' },
  { collection: 'sources', one: 'Source', many: 'Sources', example: 'log' },
  { collection: 'webhooks', one: 'Webhook', many: 'Webhooks', example: 'slack' },
  { collection: 'saved-searches', one: 'SavedSearch', many: 'SavedSearches', example: 'errors' },
] as const;

export type Resource = (typeof RESOURCES)[number];

/** A surface as tests of the stack call it; every response is validated against the contract. */
export interface Surface {
  readonly name: '/v1' | '/api/v2';
  send(server: TestServer, call: TestRequest): Promise<TestResponse>;
  /** The tenant that the first credential of a server speaks for. */
  tenantOf(server: TestServer): string;
  /** The content of an envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  in(response: TestResponse): any;
  nextCursor(response: TestResponse): string | null;
  operation(verb: 'create' | 'update', one: Resource['one']): OperationId;
}

const check = contractCheck();

async function checked(path: string, call: TestRequest, sent: Promise<TestResponse>): Promise<TestResponse> {
  const response = await sent;
  const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
  const { status, headers, body } = response;
  const pathname = path.split('?', 1)[0] ?? path;
  expect(check.violations(method, pathname, { status, headers } as Response, JSON.stringify(body))).toEqual(
    [],
  );
  return response;
}

export const SURFACES: readonly Surface[] = [
  {
    name: '/v1',
    send: (server, call) => {
      const path = `/stack${call.path}`;
      return checked(`/v1/organizations/o/services/s${path}`, call, server.v1({ ...call, path }));
    },
    tenantOf: (server) => server.credentials.management.serviceId,
    in: ({ body }) => body.result,
    nextCursor: ({ body }) => body.nextCursor,
    operation: (verb, one) => `${verb}Stack${one}`,
  },
  {
    name: '/api/v2',
    send: (server, call) => checked(`/api/v2${call.path}`, call, server.v2(call)),
    tenantOf: (server) => server.credentials.observability.team,
    in: ({ body }) => body.data,
    nextCursor: ({ body }) => body.meta.nextCursor,
    operation: (verb, one) => `${verb}${one}`,
  },
];

let made = 0;

/** A body that creates one more of a resource; the names of webhooks are never the same. */
// biome-ignore lint/suspicious/noExplicitAny: tests change single properties of bodies
export function newBody({ one, example }: Pick<Resource, 'one' | 'example'>): any {
  made += 1;
  const body = requestExample(`create${one}`, example);
  return one === 'Webhook' ? { ...body, name: `Webhook ${made}` } : body;
}

/** Creates a resource and returns it. */
export async function create(
  surface: Surface,
  server: TestServer,
  collection: string,
  body: unknown,
): Promise<ReturnType<Surface['in']>> {
  const response = await surface.send(server, { path: `/${collection}`, body });
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return surface.in(response);
}

/** The resource with this name in the table above. */
export function resource(collection: Resource['collection']): Resource {
  const found = RESOURCES.find((candidate) => candidate.collection === collection);
  if (found === undefined) throw new Error(`There is no ${collection}.`);
  return found;
}

export function expectProblem({ status, body }: TestResponse, expected: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: expected, code });
}

/** The error entries of a problem, without their messages. */
export function entriesOf({ body }: TestResponse): { pointer: string; code: string }[] {
  return (body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => ({
    pointer,
    code,
  }));
}

import { type OperationId, operations } from '@penstock/contract';
import {
  adminsOf,
  createApiServer,
  makePathValues,
  OPERATIONS,
  openTestServer,
  type TestServer,
} from '@penstock/reference-server/testing';
import { type Mock, startMock } from '../../../src/index.ts';
import { parameterExample } from '../contract-examples.ts';
import type { ParityRequest } from './requests.ts';
import { type ComparedResponse, responseOf } from './responses.ts';

/** The reference server, with a database of its own, and the mock. */
export interface TwoServers {
  /** Sends a request to both. Each valid request gets a resource of its own, so that the order does not matter. */
  send(
    request: ParityRequest,
  ): Promise<{ readonly server: ComparedResponse; readonly mock: ComparedResponse }>;
  stop(): Promise<void>;
}

export async function openTwoServers(): Promise<TwoServers> {
  // Without a worker a pipe stays in its first state, however busy the machine is.
  const server = await openTestServer({ create: createApiServer });
  const mock = await startMock({ port: 0 });
  const shared = new Map<OperationId, Promise<Readonly<Record<string, string>>>>();

  function pathValues(request: ParityRequest) {
    if (mayChange(request)) return createResources(server, request.operationId);
    const created = shared.get(request.operationId) ?? createResources(server, request.operationId);
    shared.set(request.operationId, created);
    return created;
  }

  return {
    async send(request) {
      const { surface } = operations[request.operationId];
      return {
        server: await responseOf(request, {
          url: server.url,
          pathValues: await pathValues(request),
          authorization: adminsOf(server)[surface],
        }),
        mock: await responseOf(request, mockSide(mock, request.operationId)),
      };
    },
    stop: async () => void (await Promise.all([server.stop(), mock.close()])),
  };
}

/** Whether a request may change or delete its resource. */
function mayChange({ name }: ParityRequest): boolean {
  return / > (valid|header)/.test(name);
}

function createResources(server: TestServer, operationId: OperationId) {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The contract has no ${operationId}.`);
  const { organizationId, serviceId } = server.credentials.management;
  const tenant: Record<string, string> =
    operation.surface === 'management' ? { organizationId, serviceId } : {};
  return makePathValues(server, operation, tenant, adminsOf(server)[operation.surface]);
}

function mockSide({ url }: Mock, operationId: OperationId) {
  const { surface, pathParameters } = operations[operationId];
  return {
    url,
    pathValues: Object.fromEntries(pathParameters.map((name) => [name, parameterExample(surface, name)])),
    authorization: surface === 'management' ? 'Basic a2V5OnNlY3JldA==' : 'Bearer token',
  };
}

import { type OperationId, operations } from '@penstock/contract';
import {
  adminsOf,
  createApiServer,
  makePathValues,
  OPERATIONS,
  openTestServer,
  type TestServer,
} from '@penstock/reference-server/testing';
import { type Mock, startMock } from '../../src/index.ts';
import { parameterExample } from '../contract-examples.ts';
import { answerOf, type ComparedAnswer } from './answers.ts';
import type { ParityRequest } from './requests.ts';

/** The reference server on a database of its own, and the mock. */
export interface TwoServers {
  /** Sends a request to both. Each good one meets a thing of its own, so that the order does not matter. */
  ask(request: ParityRequest): Promise<{ readonly server: ComparedAnswer; readonly mock: ComparedAnswer }>;
  stop(): Promise<void>;
}

export async function openTwoServers(): Promise<TwoServers> {
  // Without a worker a pipe stays in its first state, whatever the machine is busy with.
  const server = await openTestServer({ create: createApiServer });
  const mock = await startMock({ port: 0 });
  const madeFor = new Map<OperationId, Promise<Readonly<Record<string, string>>>>();

  function pathValues(request: ParityRequest) {
    if (isGood(request)) return makeThing(server, request.operationId);
    const made = madeFor.get(request.operationId) ?? makeThing(server, request.operationId);
    madeFor.set(request.operationId, made);
    return made;
  }

  return {
    async ask(request) {
      const { surface } = operations[request.operationId];
      return {
        server: await answerOf(request, {
          url: server.url,
          pathValues: await pathValues(request),
          authorization: adminsOf(server)[surface],
        }),
        mock: await answerOf(request, mockSide(mock, request.operationId)),
      };
    },
    stop: async () => void (await Promise.all([server.stop(), mock.close()])),
  };
}

/** Whether it may change or remove what it meets. */
function isGood({ name }: ParityRequest): boolean {
  return / > (good|header)/.test(name);
}

function makeThing(server: TestServer, operationId: OperationId) {
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

import type { IncomingMessage } from 'node:http';
import type { OpenApiDocument } from '@penstock/contract/documents';
import { isDecodable } from '@penstock/contract/requests';
import { operationsOf } from '../contract/operations.ts';
import type { MockAnswer } from './answer.ts';
import { answerCall } from './call.ts';
import { createPrism } from './prism.ts';
import { methodNotAllowed, pathNotFound, problemAnswer, undecodablePath } from './problem.ts';
import { createRoutes } from './routes.ts';

export type Answerer = (request: IncomingMessage) => Promise<MockAnswer>;

/** Answers for the operations of some documents, and for paths and methods that they do not have. */
export function createFrontDoor(documents: readonly OpenApiDocument[]): Answerer {
  const prism = createPrism();
  const routes = createRoutes(documents.flatMap(operationsOf));
  return async (request) => {
    const { method = '', url: target = '/' } = request;
    const [path = ''] = target.split('?', 1);
    const route = routes.find((candidate) => candidate.match(path) !== undefined);
    if (route === undefined) return problemAnswer(isDecodable(path) ? pathNotFound() : undecodablePath());

    const operation = route.operation(method);
    if (operation === undefined) {
      if (method !== 'OPTIONS') return problemAnswer(methodNotAllowed(route.allow));
      return { status: 204, headers: { allow: route.allow }, body: undefined };
    }
    if (!isDecodable(path)) return problemAnswer(undecodablePath());
    const pathValues = decoded(route.match(path) ?? {});
    return answerCall({ operation, read: route.operation('GET'), pathValues, target, request }, prism);
  };
}

function decoded(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
}

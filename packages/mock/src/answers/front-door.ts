import type { IncomingMessage } from 'node:http';
import type { OpenApiDocument } from '@penstock/contract/documents';
import { distinctPlaces, MISSING_BODY, type ProblemPlace, readQuery } from '@penstock/contract/requests';
import { type MockedOperation, operationsOf } from '../contract/operations.ts';
import { type MockAnswer, withHeaders } from './answer.ts';
import { challengeOf, hasCredentials } from './credentials.ts';
import { withIdOfPath } from './id-of-path.ts';
import { applied, choose } from './preference.ts';
import { createPrism, type Prism } from './prism.ts';
import {
  methodNotAllowed,
  pathNotFound,
  problemAnswer,
  type Refusal,
  unauthenticated,
  undecodablePath,
  validationFailed,
} from './problem.ts';
import { readJsonBody } from './request-body.ts';
import { createRoutes } from './routes.ts';

export type Answerer = (request: IncomingMessage) => Promise<MockAnswer>;

/**
 * Answers for the operations of some documents. Requests are checked as the contract says and in the order in which the
 * reference server does it; those that pass get what Prism makes of the examples.
 */
export function createFrontDoor(documents: readonly OpenApiDocument[]): Answerer {
  const prism = createPrism();
  const routes = createRoutes(documents.flatMap(operationsOf));
  return async (request) => {
    const { path, target } = partsOf(request);
    const route = routes.find((candidate) => candidate.match(path) !== undefined);
    if (route === undefined) return problemAnswer(isDecodable(path) ? pathNotFound() : undecodablePath());

    const { method = '' } = request;
    const operation = route.operation(method);
    if (operation === undefined) {
      if (method !== 'OPTIONS') return problemAnswer(methodNotAllowed(route.allow));
      return { status: 204, headers: { allow: route.allow }, body: undefined };
    }
    if (!isDecodable(path)) return problemAnswer(undecodablePath());
    return answerOf(operation, decoded(route.match(path) ?? {}), target, request, prism);
  };
}

async function answerOf(
  operation: MockedOperation,
  pathValues: Readonly<Record<string, string>>,
  target: string,
  request: IncomingMessage,
  prism: Prism,
): Promise<MockAnswer> {
  const { scheme } = operation;
  const refuse = (refusal: Refusal) => declared(prism, operation, problemAnswer(refusal));
  if (!hasCredentials(request.headers.authorization, scheme))
    return refuse(unauthenticated(challengeOf(scheme)));

  const read = operation.requestBody === 'none' ? { body: undefined } : await readJsonBody(request);
  if ('refusal' in read) return refuse(read.refusal);
  const places = placesOf(operation, pathValues, target, read.body, request);
  if (places.length > 0) return refuse(validationFailed(places));

  const prefer = request.headers.prefer?.toString();
  const choice = choose(prefer, operation);
  if ('impossible' in choice)
    return refuse(validationFailed([{ parameter: 'Prefer', code: 'invalid', message: choice.impossible }]));
  const answer = await prism.answer(operation, choice.status, choice.example);
  operation.schemas.removeWriteOnly(answer.status, answer.body);
  // Who asked for an example by its name gets it as it is written.
  if (choice.example === undefined) withIdOfPath(answer, operation, pathValues);
  return prefer === undefined ? answer : withHeaders(answer, { 'preference-applied': applied(choice) });
}

/** Every wrong place of a request whose body could be read. */
function placesOf(
  operation: MockedOperation,
  path: Readonly<Record<string, string>>,
  target: string,
  body: unknown,
  { headers }: IncomingMessage,
): ProblemPlace[] {
  const { query, places } = readQuery(target, operation);
  const header = Object.fromEntries(
    operation.headerParameters
      .map((name) => [name, headers[name.toLowerCase()]])
      .filter(([, value]) => value !== undefined),
  );
  const isMissing = body === undefined && operation.requestBody === 'required';
  return distinctPlaces([
    ...(isMissing ? [MISSING_BODY] : []),
    ...places,
    ...operation.schemas.faults({ path, query, header, body }),
  ]);
}

/** A problem with the header fields that the operation declares for its status. */
async function declared(prism: Prism, operation: MockedOperation, problem: MockAnswer): Promise<MockAnswer> {
  if (!operation.examples.has(problem.status)) return problem;
  const { headers } = await prism.answer(operation, problem.status);
  return { ...problem, headers: { ...headers, ...problem.headers } };
}

/** The path of a request, and what it was sent to. */
function partsOf({ url = '/' }: IncomingMessage): { readonly path: string; readonly target: string } {
  const [path = ''] = url.split('?', 1);
  return { path, target: url };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function decoded(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
}

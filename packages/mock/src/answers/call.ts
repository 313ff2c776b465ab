import type { IncomingMessage } from 'node:http';
import { distinctEntries, type ErrorEntry, MISSING_BODY, readQuery } from '@penstock/contract/requests';
import type { MockedOperation } from '../contract/operations.ts';
import { type MockAnswer, withHeaders } from './answer.ts';
import { challengeOf, hasCredentials } from './credentials.ts';
import { withIdOfPath } from './id-of-path.ts';
import { isExpectedVersion } from './precondition.ts';
import { applied, choose } from './preference.ts';
import type { Prism } from './prism.ts';
import {
  preconditionFailed,
  problemAnswer,
  type Refusal,
  unauthenticated,
  validationFailed,
} from './problem.ts';
import { readJsonBody } from './request-body.ts';

/** A request for an operation. */
export interface Call {
  readonly operation: MockedOperation;
  /** The operation that reads what is at the path, if there is one. */
  readonly read: MockedOperation | undefined;
  readonly pathValues: Readonly<Record<string, string>>;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly request: IncomingMessage;
}

/**
 * Checks a request as the contract says and in the order in which the reference server does it, and answers with what
 * Prism makes of the examples.
 */
export async function answerCall(call: Call, prism: Prism): Promise<MockAnswer> {
  const { operation, pathValues, request } = call;
  const refuse = (refusal: Refusal) => declared(prism, operation, problemAnswer(refusal));
  const refusal = await refusalOf(call);
  if (refusal !== undefined) return refuse(refusal);

  const prefer = request.headers.prefer?.toString();
  const choice = choose(prefer, operation);
  if ('impossible' in choice)
    return refuse(validationFailed([{ parameter: 'Prefer', code: 'invalid', message: choice.impossible }]));
  // What a caller prefers goes before what the mock would do by itself.
  if (prefer === undefined && !(await isExpectedVersion(call, prism))) return refuse(preconditionFailed());
  const answer = await prism.answer(operation, choice.status, choice.example);
  operation.schemas.removeWriteOnly(answer.status, answer.body);
  // Who asked for an example by its name gets it as it is written.
  if (choice.example === undefined) withIdOfPath(answer, operation, pathValues);
  return prefer === undefined ? answer : withHeaders(answer, { 'preference-applied': applied(choice) });
}

async function refusalOf({ operation, pathValues, target, request }: Call): Promise<Refusal | undefined> {
  const { scheme, requestBody } = operation;
  if (!hasCredentials(request.headers.authorization, scheme)) return unauthenticated(challengeOf(scheme));
  const read = requestBody === 'none' ? { body: undefined } : await readJsonBody(request);
  if ('refusal' in read) return read.refusal;
  const places = placesOf(operation, pathValues, target, read.body, request);
  return places.length === 0 ? undefined : validationFailed(places);
}

/** Every wrong place of a request whose body could be read. */
function placesOf(
  operation: MockedOperation,
  path: Call['pathValues'],
  target: string,
  body: unknown,
  { headers }: IncomingMessage,
): ErrorEntry[] {
  const { query, errors } = readQuery(target, operation);
  const header = Object.fromEntries(
    operation.headerParameters
      .map((name) => [name, headers[name.toLowerCase()]])
      .filter(([, value]) => value !== undefined),
  );
  const isMissing = body === undefined && operation.requestBody === 'required';
  return distinctEntries([
    ...(isMissing ? [MISSING_BODY] : []),
    ...errors,
    ...operation.schemas.faults({ path, query, header, body }),
  ]);
}

/** A problem with the header fields that the operation declares for its status. */
async function declared(prism: Prism, operation: MockedOperation, problem: MockAnswer): Promise<MockAnswer> {
  if (!operation.examples.has(problem.status)) return problem;
  const { headers } = await prism.answer(operation, problem.status);
  return { ...problem, headers: { ...headers, ...problem.headers } };
}

import type { Response } from 'express';
import type { AnswerContract, AnswerContracts } from './answer-contract.ts';
import type { Operation } from './contract.ts';
import { ContractBreach } from './contract-breach.ts';
import { exchangeOf } from './exchange.ts';
import { type DescribedProblem, problemBody } from './problem.ts';
import type { ValidateAnswer } from './validation.ts';

/** An answer of a handler, before anything about it is believed. */
interface UncheckedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Sends the answer of a handler if the operation declares it. @throws ContractBreach otherwise. */
export type Respond = (response: Response, operation: Operation, answer: unknown) => void;

/** The checked way out for handlers. */
export function createRespond(contracts: AnswerContracts, validateAnswer: ValidateAnswer): Respond {
  return (response, operation, answer) => {
    const { status, body, headers = {} } = asAnswer(answer, operation);
    const declared = contracts.of(operation).get(status);
    if (declared === undefined) {
      throw new ContractBreach(
        `${operation.operationId} answered with the status ${status}, which it does not declare.`,
      );
    }
    refuseOtherHeaders(operation, status, headers, declared);
    const text = serialise(operation, status, body, declared);
    // What leaves is what is checked: the text, parsed again, so that the validator cannot write into a stored object.
    if (text !== undefined) validateAnswer(operation, status, declared.mediaType ?? '', JSON.parse(text));
    send(response, status, { ...headers }, declared.mediaType, text);
  };
}

/** The way out for problems (RFC 9457). */
export function sendProblem(response: Response, problem: DescribedProblem): void {
  const text = JSON.stringify(problemBody(problem, exchangeOf(response).requestId));
  send(response, problem.status, problem.headers, 'application/problem+json', text);
}

/** The way out for an answer without a body. */
export function sendEmpty(
  response: Response,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  send(response, status, headers, undefined, undefined);
}

/** The only place that writes to a response. Not `res.json`: it would add a charset and honour app settings. */
function send(
  response: Response,
  status: number,
  headers: Readonly<Record<string, unknown>>,
  mediaType: string | undefined,
  text: string | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (mediaType === undefined || text === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // Node leaves the body out of an answer to HEAD and keeps its length.
  response.end(text);
}

function asAnswer(answer: unknown, operation: Operation): UncheckedAnswer {
  const status = (answer as { status?: unknown } | undefined | null)?.status;
  if (typeof status === 'number') return answer as UncheckedAnswer;
  throw new ContractBreach(
    `${operation.operationId} answered without a status; a handler returns { status, body }.`,
  );
}

const SERVER_OWNED = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'content-type',
  'content-length',
]);

function refuseOtherHeaders(
  operation: Operation,
  status: number,
  headers: Readonly<Record<string, unknown>>,
  declared: AnswerContract,
): void {
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const undeclared = given.filter((name) => SERVER_OWNED.has(name) || !declared.headers.has(name));
  const missing = declared.requiredHeaders.filter((name) => !SERVER_OWNED.has(name) && !given.includes(name));
  if (undeclared.length === 0 && missing.length === 0) return;
  const parts = [
    undeclared.length > 0 ? `headers that are not its to set: ${undeclared.join(', ')}` : '',
    missing.length > 0 ? `no value for the required headers: ${missing.join(', ')}` : '',
  ];
  throw new ContractBreach(
    `The ${status} answer of ${operation.operationId} has ${parts.filter((part) => part !== '').join(' and ')}.`,
  );
}

function serialise(
  operation: Operation,
  status: number,
  body: unknown,
  declared: AnswerContract,
): string | undefined {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if ((text === undefined) === (declared.mediaType === undefined)) return text;
  const fault = text === undefined ? 'lacks its body' : 'must not have a body';
  throw new ContractBreach(`The ${status} answer of ${operation.operationId} ${fault}.`);
}

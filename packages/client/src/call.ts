import { AnswerPromise } from './answer.ts';
import type { OutgoingRequest } from './attempt.ts';
import type { Connection } from './connection.ts';
import { InvalidArgumentError } from './errors.ts';
import type { ChangeOptions, CreateOptions } from './options.ts';
import { Page, PagePromise } from './page.ts';
import { isPathValue, wrongPathValue } from './path-values.ts';
import { type PageContent, readAnswer } from './read-answer.ts';
import type { ResourceOperation, Scope } from './resource.ts';

/**
 * Calls an operation with the arguments of its method: values for the path beyond the scope, the body or the query,
 * options. All that is particular to it comes from the operation table.
 */
export function callOperation(
  connection: Connection,
  operation: ResourceOperation,
  scope: Scope,
  values: readonly unknown[],
  cursor?: string,
): AnswerPromise<unknown> {
  const answer = answerOf(connection, operation, scope, [...values], cursor);
  if (operation.answer !== 'page') return new AnswerPromise(answer);
  const getPage = (next: string) =>
    callOperation(connection, operation, scope, values, next) as PagePromise<unknown>;
  const page = answer.then(({ data, ...rest }) => ({
    ...rest,
    data: new Page(data as PageContent, getPage),
  }));
  return new PagePromise(page, operation);
}

async function answerOf(
  { baseUrl, envelope, exchange }: Connection,
  operation: ResourceOperation,
  scope: Scope,
  values: unknown[],
  cursor: string | undefined,
) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name in scope ? scope[name] : values.shift();
    if (!isPathValue(value)) throw invalid(operation, wrongPathValue(name));
    return encodeURIComponent(value);
  });
  const content = operation.takes && values.shift();
  const takesBody = operation.takes === 'body';
  const query = takesBody ? '' : queryOf({ ...(content as object), ...(cursor && { cursor }) });
  const { idempotencyKey, ifMatch, ...options } = (values.shift() ?? {}) as CreateOptions & ChangeOptions;
  const request: OutgoingRequest = {
    ...operation,
    url: baseUrl + path + query,
    headers: {
      ...(takesBody && { 'content-type': 'application/json' }),
      ...(operation.idempotency === 'keyed' && { 'idempotency-key': idempotencyKey ?? randomKey() }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    body: takesBody ? textOf(operation, content) : undefined,
    repeatable: operation.idempotency !== 'none',
    options,
  };
  return exchange(request, (incoming) => readAnswer(request, incoming, envelope, operation.answer));
}

function queryOf(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return given.length > 0 ? `?${pairs.join('&')}` : '';
}

function textOf(operation: ResourceOperation, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalid(operation, 'The body cannot be written as JSON.');
  }
}

/** Not `crypto.randomUUID`, which browsers have in secure contexts alone. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function invalid(operation: ResourceOperation, detail: string): InvalidArgumentError {
  return new InvalidArgumentError('invalid_argument', detail, operation);
}

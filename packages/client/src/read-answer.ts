import type { Received } from './answer.ts';
import type { IncomingResponse, OutgoingRequest } from './attempt.ts';
import { retryAfterMs } from './back-off.ts';
import { type AnswerKind, type Envelope, isAnswer, isRecord } from './envelope.ts';
import {
  ApiError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  UnauthenticatedError,
  UnexpectedAnswerError,
} from './errors.ts';
import type { Problem } from './generated/models.ts';
import { secretsOf, without } from './redaction.ts';

const errorByStatus = {
  400: BadRequestError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
  503: ServiceUnavailableError,
} as Readonly<Record<number, typeof ApiError<number>>>;

/** What a list gave, beneath its envelope. */
export interface PageContent {
  readonly items: unknown[];
  readonly nextCursor: string | null;
}

/** Makes of an answer what the operation declares; throws the error that it is if it is none. */
export function readAnswer(
  request: OutgoingRequest,
  incoming: IncomingResponse,
  envelope: Envelope,
  kind: AnswerKind,
): Received<unknown> {
  const { response, text, event } = incoming;
  const body = parsedJson(text);
  const { content, nextCursor } = isRecord(body) ? envelope(body) : {};
  if (!response.ok || !isRecord(body) || !isAnswer(kind, content, nextCursor)) {
    throw errorOf(request, incoming, body);
  }
  const data = kind === 'page' ? { items: content, nextCursor } : content;
  return { data, response, attempts: event.attempt };
}

/** The error that an answer is. */
function errorOf(
  request: OutgoingRequest,
  { response, event, credential }: IncomingResponse,
  body: unknown,
): Error {
  const call = { ...event, response };
  const { status, headers, ok } = response;
  // Browsers hide a redirect that is not followed behind status 0.
  if (!ok && status < 400) {
    const detail = 'The contract has no redirects. Check baseUrl.';
    return new UnexpectedAnswerError('redirect_refused', detail, call);
  }
  if (!ok && isProblem(body)) {
    const secrets = [...Object.values(credential), ...secretsOf(request.body)];
    const ErrorClass = errorByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
    return new ErrorClass(without(secrets, body), retryAfterMs(headers), call);
  }
  // The body is left out, whatever it is: pages of proxies like to repeat the request.
  const mediaType = /^[\w.+/-]+/.exec(headers.get('content-type') ?? '')?.[0] ?? 'untyped';
  const detail = `This is no answer of the contract (${mediaType}). Check baseUrl.`;
  return new UnexpectedAnswerError('unexpected_answer', detail, call);
}

function isProblem(body: unknown): body is Problem {
  if (!isRecord(body)) return false;
  const { code, detail, errors = [] } = body;
  return typeof code === 'string' && typeof detail === 'string' && Array.isArray(errors);
}

/** Undefined if it is empty or no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { ParsedResponse } from './api-promise.ts';
import type { IncomingResponse, OutgoingRequest } from './attempt.ts';
import { retryAfterMs } from './back-off.ts';
import { type ContentKind, type Envelope, isContent, isRecord } from './envelope.ts';
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
  UnexpectedResponseError,
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

/** The content of a list response. */
export interface PageContent {
  readonly items: unknown[];
  readonly nextCursor: string | null;
}

/** Returns the content that the operation declares; throws the error if the response is one. */
export function readResponse(
  request: OutgoingRequest,
  incoming: IncomingResponse,
  envelope: Envelope,
  kind: ContentKind,
): ParsedResponse<unknown> {
  const { response, text, event } = incoming;
  const body = parsedJson(text);
  const { content, nextCursor } = isRecord(body) ? envelope(body) : {};
  if (!response.ok || !isRecord(body) || !isContent(kind, content, nextCursor)) {
    throw errorOf(request, incoming, body);
  }
  const data = kind === 'page' ? { items: content, nextCursor } : content;
  return { data, response, attempts: event.attempt };
}

/** Returns the error for a response without the declared content. */
function errorOf(
  request: OutgoingRequest,
  { response, event, credential }: IncomingResponse,
  body: unknown,
): Error {
  const call = { ...event, response };
  const { status, headers, ok } = response;
  // Browsers report a redirect that is not followed as status 0.
  if (!ok && status < 400) {
    const detail = 'The contract has no redirects. Check baseUrl.';
    return new UnexpectedResponseError('unexpected_redirect', detail, call);
  }
  if (!ok && isProblem(body)) {
    const secrets = [...Object.values(credential), ...secretsOf(request.body)];
    const ErrorClass = errorByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
    return new ErrorClass(without(secrets, body), retryAfterMs(headers), call);
  }
  // The body is left out: error pages of proxies often repeat the request.
  const mediaType = /^[\w.+/-]+/.exec(headers.get('content-type') ?? '')?.[0] ?? 'untyped';
  const detail = `The response does not match the contract (${mediaType}). Check baseUrl.`;
  return new UnexpectedResponseError('unexpected_response', detail, call);
}

function isProblem(body: unknown): body is Problem {
  if (!isRecord(body)) return false;
  const { code, detail, errors = [] } = body;
  return typeof code === 'string' && typeof detail === 'string' && Array.isArray(errors);
}

/** Returns undefined for text that is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

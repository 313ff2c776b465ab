import type { IncomingMessage } from 'node:http';
import {
  announcesBody,
  BODY_LIMIT_BYTES,
  isJsonBody,
  MAX_DEPTH,
  readJson,
} from '@penstock/contract/requests';
import getRawBody from 'raw-body';
import { type Refusal, validationFailed } from './problem.ts';

/** A body that can be handed on, or why it cannot. */
export type ReadBody = { readonly body: unknown } | { readonly refusal: Refusal };

/** Reads a JSON body within the limit of the contract; `body` is undefined if there is none. */
export async function readJsonBody(request: IncomingMessage): Promise<ReadBody> {
  const { headers } = request;
  if (!announcesBody(headers)) return { body: undefined };
  if (!isJsonBody(headers)) return { refusal: UNSUPPORTED_MEDIA_TYPE };
  const bytes = await bytesOf(request);
  if (!Buffer.isBuffer(bytes)) return { refusal: bytes };
  return bytes.length === 0 ? { body: undefined } : parsed(bytes);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | Refusal> {
  try {
    const length = request.headers['content-length'] ?? null;
    return await getRawBody(request, { limit: BODY_LIMIT_BYTES, length });
  } catch (error) {
    return (error as { type?: unknown }).type === 'entity.too.large' ? BODY_TOO_LARGE : MALFORMED;
  }
}

function parsed(bytes: Buffer): ReadBody {
  const read = readJson(bytes);
  if ('errors' in read) return { refusal: validationFailed(read.errors) };
  if ('malformed' in read) return { refusal: read.malformed === 'depth' ? TOO_DEEP : MALFORMED };
  return { body: read.value };
}

const UNSUPPORTED_MEDIA_TYPE: Refusal = {
  code: 'unsupported_media_type',
  detail: 'Send the body as application/json, encoded as UTF-8.',
};
const BODY_TOO_LARGE: Refusal = {
  code: 'body_too_large',
  detail: `A body may have at most ${BODY_LIMIT_BYTES} bytes.`,
};
const MALFORMED: Refusal = {
  code: 'malformed_json',
  detail: 'The body could not be parsed as JSON. Send one JSON document, encoded as UTF-8.',
};
const TOO_DEEP: Refusal = {
  code: 'malformed_json',
  detail: `The body has objects and arrays more than ${MAX_DEPTH} levels deep in each other. Send a flatter one.`,
};

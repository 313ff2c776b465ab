import type { IncomingMessage } from 'node:http';
import { announcesBody, BODY_LIMIT_BYTES, isJsonBody } from '@penstock/contract/requests';
import getRawBody from 'raw-body';
import { bodyTooLarge, malformedJson, unsupportedMediaType } from '../problems/pipeline-problems.ts';
import { parseBody } from './json-body.ts';

const JSON_MEDIA_TYPE = 'application/json';

/**
 * Checks the media type, reads the body within the limit and parses it. Undefined if there is none; the validation
 * rejects a missing body.
 *
 * @throws ProblemError 400 malformed_json or validation_failed (see {@link parseBody}), 413 body_too_large as soon as
 * the limit is crossed, 415 unsupported_media_type.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!announcesBody(request.headers)) return undefined;
  rejectOtherMediaTypes(request);
  const bytes = await read(request);
  return bytes.length === 0 ? undefined : parseBody(bytes);
}

function rejectOtherMediaTypes({ headers }: IncomingMessage): void {
  if (!isJsonBody(headers)) throw unsupportedMediaType();
  // One spelling, so that later stages need not compare spellings or cache an entry for each.
  headers['content-type'] = JSON_MEDIA_TYPE;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  try {
    const length = request.headers['content-length'] ?? null;
    return await getRawBody(request, { limit: BODY_LIMIT_BYTES, length });
  } catch (error) {
    // The rest is read and discarded: a client that is still sending when the connection closes loses the response.
    request.resume();
    throw problemOf(error, request);
  }
}

function problemOf(error: unknown, { readableEnded }: IncomingMessage): unknown {
  switch ((error as { type?: unknown }).type) {
    case 'entity.too.large':
      return bodyTooLarge(BODY_LIMIT_BYTES);
    case 'request.size.invalid':
    case 'request.aborted':
      return malformedJson();
    case 'stream.not.readable':
      // Or the connection has ended by now.
      if (!readableEnded) return malformedJson();
      return new Error('Other code has already read the body. Mount this app before every body parser.');
    default:
      return error;
  }
}

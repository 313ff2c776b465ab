import type { IncomingMessage } from 'node:http';
import { announcesBody, BODY_LIMIT_BYTES, isJsonBody } from '@penstock/contract/requests';
import getRawBody from 'raw-body';
import { bodyTooLarge, malformedJson, unsupportedMediaType } from '../problems/pipeline-problems.ts';
import { parseBody } from './json-body.ts';

const JSON_MEDIA_TYPE = 'application/json';

/**
 * Checks the media type, reads the body within the limit and parses it. Undefined if there is none; whether one is
 * required is a matter of the validation.
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
  // Accepted spellings become one, so that nothing downstream can tell them apart or keep a cache entry for each.
  headers['content-type'] = JSON_MEDIA_TYPE;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  try {
    const length = request.headers['content-length'] ?? null;
    return await getRawBody(request, { limit: BODY_LIMIT_BYTES, length });
  } catch (error) {
    // The rest is thrown away as it comes: a connection that is cut while its client still sends loses the answer.
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
      return new Error(
        'Something read the body before this server could. Mount it in front of every body parser.',
      );
    default:
      return error;
  }
}

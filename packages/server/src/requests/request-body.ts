import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { bodyTooLarge, malformedJson, unsupportedMediaType } from '../problems/pipeline-problems.ts';
import { parseBody } from './json/parse-body.ts';

/** D-13: 1 MiB is accepted, one byte more is not. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const JSON_MEDIA_TYPE = 'application/json';
const ACCEPTED = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

/**
 * Checks the media type, reads the body within the limit and parses it. Undefined if there is none; whether one is
 * required is a matter of the validation.
 *
 * @throws ProblemError 400 malformed_json or validation_failed (see {@link parseBody}), 413 body_too_large as soon as
 * the limit is crossed, 415 unsupported_media_type.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  refuseOtherMediaTypes(request);
  const bytes = await read(request);
  return bytes.length === 0 ? undefined : parseBody(bytes);
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

function refuseOtherMediaTypes({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  // Node takes off the chunks and no other encoding (`gzip, chunked`), of which it says nothing.
  const transfer = headers['transfer-encoding']?.toLowerCase() ?? 'chunked';
  if (
    encoding !== 'identity' ||
    transfer !== 'chunked' ||
    !ACCEPTED.test(headers['content-type']?.trim() ?? '')
  )
    throw unsupportedMediaType();
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

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Operation } from './contract.ts';
import { bodyTooLarge, malformedJson, unsupportedMediaType, validationFailed } from './pipeline-problems.ts';
import { illFormedText } from './well-formed-text.ts';

/** D-13: 1 MiB is accepted, one byte more is not. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const JSON_MEDIA_TYPE = 'application/json';
const ACCEPTED = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

const emptyBodies = new WeakSet<IncomingMessage>();
const bodiesWithSurrogates = new WeakSet<IncomingMessage>();

const parseJson = express.json({
  limit: BODY_LIMIT_BYTES,
  // Numbers, strings and null are JSON too; the contract refuses them with a pointer, which a syntax error has not.
  strict: false,
  inflate: false,
  type: () => true,
  verify: (request, _response, bytes) => {
    // body-parser turns an empty body into {}, which would pass as a body that leaves everything out.
    if (bytes.length === 0) emptyBodies.add(request);
    if (escapesSurrogates(bytes)) bodiesWithSurrogates.add(request);
    if (!isUtf8(bytes))
      throw Object.assign(new Error('The body is not UTF-8.'), { type: 'entity.parse.failed' });
  },
});

/**
 * Checks the media type, reads the body within the limit and parses it. Undefined if there is none; whether one is
 * required is a matter of the validation.
 *
 * @throws ProblemError 400 malformed_json or validation_failed (text that is no Unicode), 413 body_too_large, 415
 * unsupported_media_type.
 */
export async function readBody(request: Request, response: Response, operation: Operation): Promise<unknown> {
  if (operation.requestBody === 'none' || !hasBody(request)) return undefined;
  refuseOtherMediaTypes(request);
  // body-parser reads an oversized body to its end before it answers; what the header admits needs no reading.
  if (Number(request.headers['content-length']) > BODY_LIMIT_BYTES) throw bodyTooLarge(BODY_LIMIT_BYTES);
  await parse(request, response);
  if (bodiesWithSurrogates.has(request)) refuseIllFormed(request.body);
  return emptyBodies.has(request) ? undefined : request.body;
}

function hasBody({ headers }: Request): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

function refuseOtherMediaTypes({ headers }: Request): void {
  if (!ACCEPTED.test(headers['content-type']?.trim() ?? '')) throw unsupportedMediaType();
  // Accepted spellings become one, so that nothing downstream can tell them apart or keep a cache entry for each.
  headers['content-type'] = JSON_MEDIA_TYPE;
}

/** Whether there is a surrogate at all; in UTF-8 it can only be written by an escape. Few bodies need the long look. */
function escapesSurrogates(bytes: Buffer): boolean {
  return bytes.includes('\\ud') || bytes.includes('\\uD');
}

/** Before the validator sees it: its report would repeat the names. */
function refuseIllFormed(body: unknown): void {
  const places = illFormedText(body);
  if (places.length > 0) throw validationFailed(places);
}

function parse(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parseJson(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(problemOf(error)),
    );
  });
}

/**
 * body-parser's errors carry the body, and V8's syntax errors quote from it: neither becomes a cause, since causes
 * are logged and bodies hold secrets.
 */
function problemOf(error: unknown): unknown {
  switch ((error as { type?: unknown }).type) {
    case 'entity.too.large':
      return bodyTooLarge(BODY_LIMIT_BYTES);
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return malformedJson();
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return unsupportedMediaType();
    default:
      return error;
  }
}

import type { IncomingMessage } from 'node:http';

/** The limit of the contract for a JSON body (D-13). */
const LIMIT = 1_048_576;

/** A body that can be handed on, or why it cannot. */
export type ReadBody = { readonly body: unknown } | { readonly problem: BodyProblem };
export type BodyProblem = 'unsupported_media_type' | 'body_too_large' | 'malformed_json';

/** Reads a JSON body; `body` is undefined if there is none. What is too large is read to its end and forgotten. */
export async function readJsonBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LIMIT) chunks.push(chunk);
  }
  if (size === 0) return { body: undefined };
  if (!isJson(request.headers['content-type'])) return { problem: 'unsupported_media_type' };
  if (size > LIMIT) return { problem: 'body_too_large' };
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): ReadBody {
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { problem: 'malformed_json' };
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

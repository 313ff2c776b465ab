import type { IncomingMessage } from 'node:http';

/** The limit of the contract for a JSON body (D-13). */
const LIMIT = 1_048_576;

/** A body that can be handed on, or why it cannot. */
export type ReadBody = { readonly body: unknown } | { readonly problem: BodyProblem };
export type BodyProblem =
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'malformed_json'
  | 'validation_failed';

/**
 * Reads a JSON body. If there is none, `body` is undefined, or it is a problem where one is required: Prism demands it
 * only sometimes. What is too large is read to its end and forgotten.
 */
export async function readJsonBody(request: IncomingMessage, isRequired: boolean): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LIMIT) chunks.push(chunk);
  }
  if (size === 0) return isRequired ? { problem: 'validation_failed' } : { body: undefined };
  if (!isJson(request.headers['content-type'])) return { problem: 'unsupported_media_type' };
  if (size > LIMIT) return { problem: 'body_too_large' };
  return parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): ReadBody {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isWellFormed(body) ? { body } : { problem: 'validation_failed' };
  } catch {
    return { problem: 'malformed_json' };
  }
}

/** Whether no text in it, names included, has a lone surrogate. Not recursive: a body can be as deep as it is long. */
function isWellFormed(body: unknown): boolean {
  const pending = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) pending.push(name, member);
  }
  return true;
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** The content of a response, without its envelope. */
export type ContentKind = 'page' | 'rows' | 'resource' | 'nothing';

/** Unwraps the body of a response. */
export type Envelope = (body: Body) => { readonly content?: unknown; readonly nextCursor?: unknown };

// biome-ignore lint/suspicious/noExplicitAny: the body is not checked yet.
type Body = Readonly<Record<string, any>>;

/** `/v1`: `{status, requestId, result}`; lists also have `nextCursor`. */
export const managementEnvelope: Envelope = ({ result, nextCursor }) => ({ content: result, nextCursor });

/** `/api/v2`: `{data}`; lists also have `meta: {limit, nextCursor}`. */
export const observabilityEnvelope: Envelope = ({ data, meta }) => ({
  content: data,
  nextCursor: meta?.nextCursor,
});

/** Returns whether the content has the shape that the contract declares. */
export function isContent(kind: ContentKind, content: unknown, nextCursor: unknown): boolean {
  if (kind !== 'page')
    // A page of rows has its cursor in its content.
    return kind === 'nothing' || (isRecord(content) && (kind !== 'rows' || Array.isArray(content.rows)));
  return Array.isArray(content) && (nextCursor === null || typeof nextCursor === 'string');
}

export function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

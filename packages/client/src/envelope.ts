/** What an operation answers with, beneath the envelope. */
export type AnswerKind = 'page' | 'resource' | 'nothing';

/** Takes the envelope off an answer. */
export type Envelope = (body: Body) => { readonly content?: unknown; readonly nextCursor?: unknown };

// biome-ignore lint/suspicious/noExplicitAny: what it is is only known by looking.
type Body = Readonly<Record<string, any>>;

/** `/v1`: `{status, requestId, result}`, and `nextCursor` beside the result of a list. */
export const managementEnvelope: Envelope = ({ result, nextCursor }) => ({ content: result, nextCursor });

/** `/api/v2`: `{data}`, and `meta: {limit, nextCursor}` beside the data of a list. */
export const observabilityEnvelope: Envelope = ({ data, meta }) => ({
  content: data,
  nextCursor: meta?.nextCursor,
});

/** Whether what is in the envelope is what the contract says. */
export function isAnswer(kind: AnswerKind, content: unknown, nextCursor: unknown): boolean {
  if (kind !== 'page') return kind === 'nothing' || isRecord(content);
  return Array.isArray(content) && (nextCursor === null || typeof nextCursor === 'string');
}

export function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

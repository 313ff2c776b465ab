/** Takes the envelope off an answer; undefined if the answer has another shape than the contract says. */
export type TakeOffEnvelope = (body: unknown) => unknown;

/** `/v1`: `{status, requestId, result}`, and `nextCursor` beside the result of a list. */
export function managementResult(body: unknown): unknown {
  if (!isRecord(body)) return undefined;
  const { result, nextCursor } = body;
  return Array.isArray(result) ? pageOf(result, nextCursor) : resourceOf(result);
}

/** `/api/v2`: `{data}`, and `meta: {limit, nextCursor}` beside the data of a list. */
export function observabilityResult(body: unknown): unknown {
  if (!isRecord(body)) return undefined;
  const { data, meta } = body;
  if (!Array.isArray(data)) return resourceOf(data);
  return isRecord(meta) ? pageOf(data, meta.nextCursor) : undefined;
}

function pageOf(items: unknown[], nextCursor: unknown): unknown {
  return nextCursor === null || typeof nextCursor === 'string' ? { items, nextCursor } : undefined;
}

function resourceOf(value: unknown): unknown {
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

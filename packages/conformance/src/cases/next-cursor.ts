import type { Surface } from '@penstock/contract';

/** Returns the cursor of the next page of a list, null on the last page (D-03, D-04). */
export function nextCursorOf(surface: Surface, body: unknown): unknown {
  const { nextCursor, meta } = (body ?? {}) as { nextCursor?: unknown; meta?: { nextCursor?: unknown } };
  return surface === 'management' ? nextCursor : meta?.nextCursor;
}

import type { Surface } from '@penstock/contract';

/** The cursor of the page after this one of a list, null on the last one (D-03, D-04). */
export function nextCursorOf(surface: Surface, body: unknown): unknown {
  const { nextCursor, meta } = (body ?? {}) as { nextCursor?: unknown; meta?: { nextCursor?: unknown } };
  return surface === 'management' ? nextCursor : meta?.nextCursor;
}

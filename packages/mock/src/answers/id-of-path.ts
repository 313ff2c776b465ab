import type { MockedOperation } from '../contract/operations.ts';
import type { MockAnswer } from './answer.ts';

/**
 * Writes the id that a path names into the one resource that the answer holds: a caller who asks for this pipe or that
 * one, and keeps them by their ids, would otherwise always get the same. A creation makes an id that no path names.
 */
export function withIdOfPath(
  { body }: MockAnswer,
  { method, pathParameters }: MockedOperation,
  pathValues: Readonly<Record<string, string>>,
): void {
  const id = pathValues[pathParameters.at(-1) ?? ''];
  if (method === 'post' || id === undefined) return;
  const { result, data } = (body ?? {}) as { readonly result?: unknown; readonly data?: unknown };
  const resource = (result ?? data) as { id?: unknown } | null | undefined;
  if (typeof resource?.id === 'string') resource.id = id;
}

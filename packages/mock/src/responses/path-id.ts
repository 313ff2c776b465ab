import type { MockOperation } from '../contract/operations.ts';

/** The id of the resource in the path. A create operation has none: the server chooses the id. */
export function pathId(
  { method, pathParameters }: MockOperation,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  const name = pathParameters.at(-1);
  if (method === 'post' || name === undefined) return undefined;
  return params[name] as string;
}

/** Writes the id into the resource of a response, so that a caller can store resources by id. */
export function writePathId(body: unknown, id: string | undefined): void {
  if (id === undefined) return;
  const { result, data } = (body ?? {}) as { readonly result?: unknown; readonly data?: unknown };
  const resource = (result ?? data) as { id?: unknown } | null | undefined;
  if (typeof resource?.id === 'string') resource.id = id;
}

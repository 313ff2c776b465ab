import type { Direction, Tier } from '../change.ts';
import { isObject, METHODS, type OpenApiDocument, type OperationObject } from './openapi.ts';

/** An operation of a document. */
export interface Operation {
  /** The same for the same operation of two documents, even if path parameters were renamed. */
  readonly key: string;
  readonly method: string;
  /** The path template, or the name of a webhook. */
  readonly path: string;
  readonly pointer: readonly string[];
  readonly operationId: string | undefined;
  readonly tier: Tier;
  readonly node: OperationObject;
  /** The direction of the request body. The server sends webhooks, so their bodies count as responses. */
  readonly requestIs: Direction;
}

/** Every operation of the paths and webhooks of a document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return (['paths', 'webhooks'] as const).flatMap((section) =>
    Object.entries(document[section] ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method): Operation[] => {
        const node = isObject(item) ? item[method] : undefined;
        if (!isObject(node)) return [];
        const operation = node as OperationObject;
        return [
          {
            key: `${section} ${method} ${template(path)}`,
            method: method.toUpperCase(),
            path,
            pointer: [section, path, method],
            operationId: typeof operation.operationId === 'string' ? operation.operationId : undefined,
            tier: tierOf(operation),
            node: operation,
            requestIs: section === 'webhooks' ? 'response' : 'request',
          },
        ];
      }),
    ),
  );
}

/** A path without the names of its parameters. */
export function template(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** An operation without `x-stability` is stable. */
function tierOf(operation: OperationObject): Tier {
  const stability = operation['x-stability'];
  return stability === 'beta' || stability === 'experimental' ? stability : 'stable';
}

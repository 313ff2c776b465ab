import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Html, html } from '../html.ts';
import type { Drawing } from './drawing.ts';
import { operationsList } from './endpoint.ts';

/** Lists the operations on the same path, above it and below it, and the same operation of the other surface. */
export function relatedOperations(
  drawing: Drawing,
  operation: OperationFacts,
): { readonly id: string; readonly text: string; readonly content: Html }[] {
  const all = [...drawing.contract.operations.values()].filter(
    (other) => other !== operation && other.tag === operation.tag,
  );
  const near = all.filter(
    (other) => other.surface === operation.surface && isNear(operation.path, other.path),
  );
  const twins = all.filter(
    (other) => other.surface !== operation.surface && nameOf(other) === nameOf(operation),
  );
  const related = [...near, ...twins];
  if (related.length === 0) return [];
  return [
    { id: 'related', text: 'Related operations', content: html`${operationsList(drawing.path, related)}` },
  ];
}

/** Whether one of the paths is the other one, or is directly above it. */
function isNear(path: string, other: string): boolean {
  return path === other || parent(path) === other || parent(other) === path;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** The management API names the operations of the stack `listStackAlerts` instead of `listAlerts`. */
function nameOf({ operationId }: OperationFacts): string {
  return operationId.replace(/^([a-z]+)Stack/, '$1');
}

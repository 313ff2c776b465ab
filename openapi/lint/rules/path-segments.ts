import { childAt } from '../located-node.ts';
import { eachOperation, type Operation } from '../operation.ts';
import type { Rule } from '../rule.ts';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const STANDARD = /^(list|create|get|update|replace|delete)[A-Z]/;

/** Requires one spelling for resources and one for actions. */
export const pathSegments: Rule = {
  number: 'P23',
  id: 'path-segments',
  visitor: (report) =>
    eachOperation((operation) => {
      const { located } = operation;
      const segment = misspelt(operation);
      if (segment === undefined) return;
      const at = childAt(located, 'operationId')?.location ?? located.location;
      report(
        `\`${segment}\` is no segment of a path. Write resources in kebab-case and actions in camelCase.`,
        at,
      );
    }),
};

function misspelt({ id, path }: Operation): string | undefined {
  const segments = path.split('/').slice(1);
  const isAction = !STANDARD.test(id);
  return segments.find((segment, index) => {
    if (segment.startsWith('{')) return false;
    const isLast = index === segments.length - 1;
    return !(isAction && isLast ? CAMEL_CASE : KEBAB_CASE).test(segment);
  });
}

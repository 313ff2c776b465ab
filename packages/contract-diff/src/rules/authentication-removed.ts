import type { Operation } from '../documents/operations.ts';
import type { Rule } from './rule.ts';

export const authenticationRemoved: Rule = {
  id: 'authentication-removed',
  why: 'Every client that reaches the server may call the operation. Nothing fails, so the change goes unnoticed.',
  instead: 'Keep the security, or explain in the approval why the operation is public.',
  operation(base, revision) {
    if (isForEverybody(base) || !isForEverybody(revision)) return undefined;
    return {
      summary: 'The operation no longer needs a credential.',
      pointer: 'security',
      before: base.node.security ?? [],
      after: revision.node.security ?? [],
    };
  },
};

function isForEverybody({ node: { security = [] } }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

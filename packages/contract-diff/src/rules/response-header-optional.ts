import type { Rule } from './rule.ts';

export const responseHeaderOptional: Rule = {
  id: 'response-header-became-optional',
  why: 'Clients that read the header without a check for its presence fail if it is missing.',
  instead: 'Keep sending it.',
  nodeChange({ kind, type, property, base, revision }) {
    if (kind !== 'modified' || type !== 'Header' || property !== 'required') return undefined;
    if (base?.value !== true || revision?.value === true) return undefined;
    return 'The response header is no longer in every response.';
  },
};

import type { Rule } from './rule.ts';

export const responseHeaderOptional: Rule = {
  id: 'response-header-became-optional',
  why: 'Who reads the header without asking whether it is there fails on an answer without it.',
  instead: 'Keep sending it.',
  difference({ kind, type, property, base, revision }) {
    if (kind !== 'modified' || type !== 'Header' || property !== 'required') return undefined;
    if (base?.value !== true || revision?.value === true) return undefined;
    return 'The response header is no longer in every answer.';
  },
};

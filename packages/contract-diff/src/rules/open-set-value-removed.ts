import type { Rule } from './rule.ts';

export const openSetValueRemoved: Rule = {
  id: 'open-set-value-removed',
  why: 'Clients that send the value expect the server to accept it.',
  instead: 'Continue to accept the value.',
  nodeChange({ property, base, revision }, directions) {
    if (property !== 'x-extensible-enum' || !directions.has('request')) return undefined;
    if (!Array.isArray(base?.value) || !Array.isArray(revision?.value)) return undefined;
    const now: readonly unknown[] = revision.value;
    const lost = base.value.filter((value) => !now.includes(value));
    return lost.length === 0
      ? undefined
      : `The set lost values: ${lost.map((value) => `'${value}'`).join(', ')}.`;
  },
};

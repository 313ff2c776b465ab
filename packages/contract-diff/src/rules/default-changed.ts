import type { Rule } from './rule.ts';

export const defaultChanged: Rule = {
  id: 'default-changed',
  why: 'Who leaves the value out gets another behaviour from the same request, or reads another meaning in the same answer.',
  instead: 'Keep the default, and let those who want the other value send it.',
  difference({ kind, type, property, base, revision }) {
    if (kind !== 'modified' || property !== 'default' || type !== 'Schema') return undefined;
    if (base?.value === undefined) return `A default was set: ${JSON.stringify(revision?.value)}.`;
    if (revision?.value === undefined) return `The default ${JSON.stringify(base.value)} was removed.`;
    return `The default changed from ${JSON.stringify(base.value)} to ${JSON.stringify(revision.value)}.`;
  },
};

import type { Rule } from './rule.ts';

export const defaultChanged: Rule = {
  id: 'default-changed',
  why: 'A client that omits the value gets another behaviour for the same request, or the same response has another meaning.',
  instead: 'Keep the default. Clients that need the other value can send it.',
  nodeChange({ kind, type, property, base, revision }) {
    if (kind !== 'modified' || property !== 'default' || type !== 'Schema') return undefined;
    if (base?.value === undefined) return `A default was set: ${JSON.stringify(revision?.value)}.`;
    if (revision?.value === undefined) return `The default ${JSON.stringify(base.value)} was removed.`;
    return `The default changed from ${JSON.stringify(base.value)} to ${JSON.stringify(revision.value)}.`;
  },
};

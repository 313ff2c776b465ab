import { segmentsOf } from '../documents/pointer.ts';
import type { Rule } from './rule.ts';

export const requestPropertyRemoved: Rule = {
  id: 'request-property-removed',
  why: 'Requests with the property are rejected, or it is silently ignored.',
  instead: 'Keep the property, mark it `deprecated`, and name its replacement.',
  nodeChange({ kind, type, property, base, verdicts }, directions) {
    if (type !== 'Schema' || verdicts.length > 0 || !directions.has('request')) return undefined;
    const segments = segmentsOf(base?.pointer ?? '');
    if (segments.at(-2) !== 'properties') return undefined;
    if (kind === 'removed') return `Property \`${segments.at(-1)}\` was removed.`;
    return kind === 'modified' && property === 'key'
      ? `Property \`${segments.at(-1)}\` was renamed.`
      : undefined;
  },
};

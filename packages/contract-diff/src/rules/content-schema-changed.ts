import { segmentsOf } from '../documents/pointer.ts';
import type { Rule } from './rule.ts';

export const contentSchemaChanged: Rule = {
  id: 'content-schema-changed',
  why: 'A described body can be anything now, or any body must match a description.',
  instead: 'Keep the schema of a response. Describe a request by what it always accepted.',
  nodeChange({ kind, type, base, revision }, directions) {
    const isWhole = segmentsOf((base ?? revision)?.pointer ?? '').at(-1) === 'schema';
    if (type !== 'Schema' || !isWhole) return undefined;
    if (kind === 'removed' && directions.has('response')) return 'The response no longer has a schema.';
    if (kind === 'added' && directions.has('request'))
      return 'The request must match a schema for the first time.';
    return undefined;
  },
};

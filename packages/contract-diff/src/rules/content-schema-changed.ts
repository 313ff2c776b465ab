import { segmentsOf } from '../documents/pointer.ts';
import type { Rule } from './rule.ts';

export const contentSchemaChanged: Rule = {
  id: 'content-schema-changed',
  why: 'What was described can be anything now, or what could be anything must fit a description.',
  instead: 'Keep the schema of a response. Describe a request by what it always accepted.',
  nodeChange({ kind, type, base, revision }, directions) {
    const isWhole = segmentsOf((base ?? revision)?.pointer ?? '').at(-1) === 'schema';
    if (type !== 'Schema' || !isWhole) return undefined;
    if (kind === 'removed' && directions.has('response')) return 'What is returned has no schema any more.';
    if (kind === 'added' && directions.has('request'))
      return 'What is sent must fit a schema for the first time.';
    return undefined;
  },
};

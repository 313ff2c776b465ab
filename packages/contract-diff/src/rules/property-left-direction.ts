import type { Rule } from './rule.ts';

export const propertyLeftDirection: Rule = {
  id: 'property-left-direction',
  why: 'A server-set property in a request is rejected or ignored, and a write-only property is missing in responses.',
  instead: 'Add a second property of the other kind.',
  nodeChange({ kind, type, property, revision }, directions) {
    if (kind !== 'modified' || type !== 'Schema' || revision?.value !== true) return undefined;
    if (property === 'readOnly' && directions.has('request'))
      return 'It can no longer be sent: it is `readOnly`.';
    if (property === 'writeOnly' && directions.has('response'))
      return 'It is no longer returned: it is `writeOnly`.';
    return undefined;
  },
};

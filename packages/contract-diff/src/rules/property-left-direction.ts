import type { Rule } from './rule.ts';

export const propertyLeftDirection: Rule = {
  id: 'property-left-direction',
  why: 'Who sends what only the server sets is refused or ignored, and who reads what is only sent misses it.',
  instead: 'Add a property of the other kind beside this one.',
  difference({ kind, type, property, revision }, directions) {
    if (kind !== 'modified' || type !== 'Schema' || revision?.value !== true) return undefined;
    if (property === 'readOnly' && directions.has('request'))
      return 'It can no longer be sent: it is `readOnly`.';
    if (property === 'writeOnly' && directions.has('response'))
      return 'It is no longer returned: it is `writeOnly`.';
    return undefined;
  },
};

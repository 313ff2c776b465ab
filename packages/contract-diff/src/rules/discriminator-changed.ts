import type { Rule } from './rule.ts';

export const discriminatorChanged: Rule = {
  id: 'discriminator-changed',
  why: 'The property that tells one form from another is looked for under its old name.',
  instead: 'Keep the discriminator.',
  difference({ kind, type, property, base, revision }) {
    if (type !== 'Discriminator' || kind !== 'modified' || property !== 'propertyName') return undefined;
    return `Forms are told apart by \`${String(revision?.value)}\`, and no longer by \`${String(base?.value)}\`.`;
  },
};

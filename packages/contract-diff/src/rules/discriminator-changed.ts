import type { Rule } from './rule.ts';

export const discriminatorChanged: Rule = {
  id: 'discriminator-changed',
  why: 'Clients look for the property that distinguishes the forms under its old name.',
  instead: 'Keep the discriminator.',
  nodeChange({ kind, type, property, base, revision }) {
    if (type !== 'Discriminator' || kind !== 'modified' || property !== 'propertyName') return undefined;
    return `Forms are distinguished by \`${String(revision?.value)}\`, and no longer by \`${String(base?.value)}\`.`;
  },
};

import type { Rule } from './rule.ts';

export const openSetValueRemoved: Rule = {
  id: 'open-set-value-removed',
  why: 'Who sends the value relies on its being known.',
  instead: 'Keep taking the value.',
  difference({ base, revision, property, type }, directions) {
    if (!directions.has('request')) return undefined;
    if (property !== 'x-extensible-enum' && type !== 'SpecExtension') return undefined;
    if (!base?.pointer.endsWith('/x-extensible-enum') || !Array.isArray(base.value)) return undefined;
    const after = Array.isArray(revision?.value) ? revision.value : [];
    const lost = base.value.filter((value) => !after.includes(value));
    return lost.length === 0 ? undefined : `The set lost values: ${lost.map(String).join(', ')}.`;
  },
};

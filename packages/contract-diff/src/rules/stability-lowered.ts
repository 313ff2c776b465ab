import type { Rule } from './rule.ts';

const LADDER = ['experimental', 'beta', 'stable'];

export const stabilityLowered: Rule = {
  id: 'stability-lowered',
  why: 'Existing clients of the operation rely on the stronger promise.',
  instead: 'Keep the tier. Deprecate the operation if it must be removed.',
  operation(base, revision) {
    if (LADDER.indexOf(revision.tier) >= LADDER.indexOf(base.tier)) return undefined;
    return {
      summary: `The stability was lowered from ${base.tier} to ${revision.tier}.`,
      pointer: 'x-stability',
      before: base.tier,
      after: revision.tier,
    };
  },
};

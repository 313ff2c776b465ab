import type { Rule } from './rule.ts';

const LADDER = ['experimental', 'beta', 'stable'];

export const stabilityLowered: Rule = {
  id: 'stability-lowered',
  why: 'A promise that was made to everybody who uses the operation is taken back.',
  instead: 'Keep the tier. Deprecate the operation if it has to end.',
  operation(base, revision) {
    if (LADDER.indexOf(revision.tier) >= LADDER.indexOf(base.tier)) return undefined;
    return {
      summary: `The stability went down from ${base.tier} to ${revision.tier}.`,
      pointer: 'x-stability',
      before: base.tier,
      after: revision.tier,
    };
  },
};

import type { Rule } from './rule.ts';

/** `x-idempotency` from the most harmless repeat to the least, which is also what silence means. */
const LADDER = ['safe', 'idempotent', 'keyed', 'none'];

export const repeatLessHarmless: Rule = {
  id: 'repeat-less-harmless',
  why: 'Clients repeat by `x-idempotency`: those that were built before repeat what now must not be repeated.',
  instead: 'Keep the promise, or make another operation without it.',
  operation(base, revision) {
    const before = base.node['x-idempotency'];
    const after = revision.node['x-idempotency'];
    if (rung(after) <= rung(before)) return undefined;
    return {
      summary: `A repeat became less harmless: ${String(before)} became ${String(after ?? 'none')}.`,
      pointer: 'x-idempotency',
      before: String(before),
      after: String(after ?? 'none'),
    };
  },
};

function rung(value: unknown): number {
  const rung = LADDER.indexOf(String(value));
  return rung === -1 ? LADDER.length - 1 : rung;
}

import type { Rule } from './rule.ts';

/** The values of `x-idempotency`, from the safest repetition to the least safe, which is also the default. */
const LADDER = ['safe', 'idempotent', 'keyed', 'none'];

export const repeatLessHarmless: Rule = {
  id: 'repeat-less-harmless',
  why: 'Clients retry according to `x-idempotency`: existing clients retry requests that must not be repeated any more.',
  instead: 'Keep the value, or add another operation with the new one.',
  operation(base, revision) {
    const before = base.node['x-idempotency'];
    const after = revision.node['x-idempotency'];
    if (rung(after) <= rung(before)) return undefined;
    return {
      summary: `A retry became less safe: ${String(before)} became ${String(after ?? 'none')}.`,
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

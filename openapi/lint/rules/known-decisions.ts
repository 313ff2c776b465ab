import { missing, REGISTERS, knownDecisions as readKnown } from '../registers.ts';
import type { Rule } from '../rule.ts';

/** Requires that decision marks refer to an entry of the register. */
export const knownDecisions: Rule = {
  number: 'P16',
  id: 'known-decisions',
  visitor(report, { workspace }) {
    const known = readKnown(workspace);
    if (!known) return { Root: (_, { location }) => report(missing(REGISTERS[1]), location) };
    return {
      any(node, { location }) {
        const value = (node as Record<string, unknown>)['x-decision'];
        if (value === undefined) return;
        const at = location.child('x-decision');
        const ids: unknown[] = Array.isArray(value) ? value : [value];
        if (ids.length === 0) report('`x-decision` names nothing. Name an entry, or remove it.', at);
        for (const id of ids) {
          if (typeof id === 'string' && known.has(id)) continue;
          report(
            `${JSON.stringify(id)} is no decision. Name an entry of openapi/guidelines/decisions.md, or add it there.`,
            at,
          );
        }
      },
    };
  },
};

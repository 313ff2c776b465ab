import type { Rule } from './rule.ts';

export const exactlyOneOfChanged: Rule = {
  id: 'exactly-one-of-changed',
  why: 'Clients send objects that were accepted, or rely on exactly one of the properties.',
  instead: 'Keep the list; add a property to it only together with its first release.',
  nodeChange({ property, base, revision }, directions) {
    if (property !== 'x-exactly-one-of') return undefined;
    const [before, now] = [namesIn(base?.value), namesIn(revision?.value)];
    if (directions.has('request')) {
      if (before === undefined && now !== undefined) return `Exactly one of ${now.join(', ')} is accepted.`;
      const lost = before?.filter((name) => now !== undefined && !now.includes(name)) ?? [];
      if (lost.length > 0) return `The list lost ${lost.join(', ')}.`;
    }
    return directions.has('response') && before !== undefined && now === undefined
      ? `Several of ${before.join(', ')} may be present.`
      : undefined;
  },
};

function namesIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

import type { Rule } from '../rule.ts';

/** Tools disagree about what stands beside a reference: some merge it, some drop it. */
export const refAlone: Rule = {
  number: 'P07',
  id: 'ref-alone',
  visitor(report) {
    return {
      ref(reference, { location }) {
        const siblings = Object.keys(reference).filter((key) => key !== '$ref');
        if (siblings.length === 0) return;
        const keys = siblings.map((key) => `\`${key}\``).join(', ');
        report(
          `${keys} beside \`$ref\` is dropped by tools. Move it into the file that is referred to, or write a file of its own.`,
          location,
        );
      },
    };
  },
};

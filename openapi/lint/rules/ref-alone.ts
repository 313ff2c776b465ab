import type { Rule } from '../rule.ts';

/** Forbids keys next to a reference. Some tools merge them, some drop them. */
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
          `${keys} next to \`$ref\` is dropped by some tools. Move it into the referenced file, or into a separate file.`,
          location,
        );
      },
    };
  },
};

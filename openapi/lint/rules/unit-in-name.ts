import { entriesOf, mappingAt } from '../located-node.ts';
import type { Rule } from '../rule.ts';
import { isNumeric } from '../schema.ts';

/** The units as written in descriptions, in the plural, and their words in camelCase and snake_case names. */
const UNITS = [
  { spoken: /\bmilliseconds\b/i, word: 'ms', written: '`Ms` or `_ms`' },
  { spoken: /\bseconds\b/i, word: 'seconds', written: '`Seconds` or `_seconds`' },
  { spoken: /\bbytes\b/i, word: 'bytes', written: '`Bytes` or `_bytes`' },
  { spoken: /\bgigabytes\b/i, word: 'gb', written: '`Gb` or `_gb`' },
  { spoken: /\bthousandths of a core\b|\bmillicores\b/i, word: 'millicores', written: '`Millicores`' },
];

/** Requires the unit in the name, because code does not contain the description. */
export const unitInName: Rule = {
  number: 'P06',
  id: 'unit-in-name',
  visitor(report) {
    return {
      SchemaProperties(properties, { location, resolve }) {
        for (const [name, located] of entriesOf({ node: properties, location })) {
          const schema = mappingAt(located, resolve)?.node;
          if (!schema || !isNumeric(schema)) continue;
          const spoken = UNITS.filter((unit) => unit.spoken.test(String(schema.description)));
          const words = wordsOf(name);
          if (spoken.length === 0 || spoken.some(({ word }) => words.includes(word))) continue;
          const written = spoken.map((unit) => unit.written).join(', or ');
          report(
            `${name} is described with a unit that its name lacks. Put ${written} into it.`,
            located.location,
          );
        }
      },
    };
  },
};

function wordsOf(name: string): string[] {
  const words = name.split(/_|(?<=[a-z\d])(?=[A-Z])/);
  return words.map((word) => word.toLowerCase());
}

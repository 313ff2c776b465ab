import { entriesOf, mappingAt } from '../place.ts';
import type { Rule } from '../rule.ts';
import { isNumeric } from '../schema.ts';

/** The units by how descriptions speak of quantities of them, hence the plural, and the words for them in camelCase and snake_case names. */
const UNITS = [
  { spoken: /\bmilliseconds\b/i, word: 'ms', written: '`Ms` or `_ms`' },
  { spoken: /\bseconds\b/i, word: 'seconds', written: '`Seconds` or `_seconds`' },
  { spoken: /\bbytes\b/i, word: 'bytes', written: '`Bytes` or `_bytes`' },
  { spoken: /\bgigabytes\b/i, word: 'gb', written: '`Gb` or `_gb`' },
  { spoken: /\bthousandths of a core\b|\bmillicores\b/i, word: 'millicores', written: '`Millicores`' },
];

/** A number in a program has lost its description; the unit in the name goes with it. */
export const unitInName: Rule = {
  number: 'P06',
  id: 'unit-in-name',
  visitor(report) {
    return {
      SchemaProperties(properties, { location, resolve }) {
        for (const [name, place] of entriesOf({ node: properties, location })) {
          const schema = mappingAt(place, resolve)?.node;
          if (!schema || !isNumeric(schema)) continue;
          const spoken = UNITS.filter((unit) => unit.spoken.test(String(schema.description)));
          const words = wordsOf(name);
          if (spoken.length === 0 || spoken.some(({ word }) => words.includes(word))) continue;
          const written = spoken.map((unit) => unit.written).join(', or ');
          report(
            `${name} is described with a unit that its name lacks. Put ${written} into it.`,
            place.location,
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

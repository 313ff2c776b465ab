import { missing, REGISTERS, declaredExtensions as readDeclared } from '../registers.ts';
import type { Rule } from '../rule.ts';

/** Requires that keys are declared. An undeclared key has no reader, or is misspelt. */
export const declaredExtensions: Rule = {
  number: 'P15',
  id: 'declared-extensions',
  visitor(report, { workspace }) {
    const declared = readDeclared(workspace);
    if (!declared) return { Root: (_, { location }) => report(missing(REGISTERS[0]), location) };
    return {
      any(node, { type, location }) {
        // Elsewhere a key that begins with `x-` is a name, of a header or a property.
        if (type.extensionsPrefix !== 'x-') return;
        for (const key in node) {
          if (!key.startsWith('x-') || declared.has(key)) continue;
          report(
            `\`${key}\` is not declared. Remove it, or declare it in openapi/guidelines/extensions.md.`,
            location.child(key),
          );
        }
      },
    };
  },
};

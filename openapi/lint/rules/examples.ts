import { isObject } from '../located-node.ts';
import type { Context, Report, Rule, Visitor } from '../rule.ts';
import { isScalar, readableSchemas } from '../schema.ts';

/** Requires examples, because the mock, the site, the samples and the tests use them. */
export const examples: Rule = {
  number: 'P04',
  id: 'examples',
  visitor(report) {
    return {
      ...readableSchemas(({ name, schema, location }) => {
        if (!isScalar(schema)) return;
        if (Array.isArray(schema.examples) && schema.examples.length > 0) return;
        report(`${name} has no example. Write \`examples: […]\` with a realistic value.`, location);
      }),
      ...parameterLike(report),
      MediaType(media, { location, key }) {
        const { examples } = media as { examples?: unknown };
        if (isObject(examples) && Object.keys(examples).length > 0) return;
        report(`This ${key} has no named example. Write \`examples\` with one under a name.`, location);
      },
    };
  },
};

function parameterLike(report: Report): Visitor {
  const judge = (node: object, { location }: Context) => {
    const { name, example, examples } = node as Record<string, unknown>;
    if (example !== undefined || (isObject(examples) && Object.keys(examples).length > 0)) return;
    report(`${name ?? 'This header'} has no example. Write \`example\` with a realistic value.`, location);
  };
  return { Parameter: judge, Header: judge };
}

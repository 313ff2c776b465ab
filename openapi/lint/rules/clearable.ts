import { childAt, entriesOf, type LocatedNode, mappingAt } from '../located-node.ts';
import { bodySchemas, eachOperation, type Operation } from '../operation.ts';
import type { Context, Report, Rule } from '../rule.ts';
import { type Schema, schemasFrom } from '../schema.ts';

const MARK = 'x-clearable';

/** Requires that only marked properties of a PATCH accept null, which removes them. */
export const clearable: Rule = {
  number: 'P22',
  id: 'clearable',
  visitor(report) {
    const reported = new Set<object>();
    return eachOperation((operation, context) => {
      const once: Report = (message, location) => {
        if (reported.has(location)) return;
        report(message, location);
      };
      for (const body of bodySchemas(operation, context.resolve)) {
        for (const schema of schemasFrom(body, context.resolve, new Set())) {
          if (reported.has(schema.node)) continue;
          if (judge(once, operation, schema, context)) reported.add(schema.node);
        }
      }
    });
  },
};

/** Returns whether something was reported. */
function judge(
  report: Report,
  { method }: Operation,
  schema: LocatedNode<Schema>,
  { resolve }: Context,
): boolean {
  const { node, location } = schema;
  const message = violationOf(node, method);
  if (message !== undefined) report(message, location);
  const required: unknown[] = Array.isArray(node.required) ? node.required : [];
  const properties = childAt(schema, 'properties');
  const cleared = properties
    ? entriesOf(properties).filter(
        ([name, property]) => required.includes(name) && mappingAt(property, resolve)?.node[MARK] === true,
      )
    : [];
  for (const [name, property] of cleared)
    report(
      `${name} is required, so null cannot remove it. Make it optional, or reject null.`,
      property.location,
    );
  return message !== undefined || cleared.length > 0;
}

function violationOf({ type, [MARK]: mark }: Schema, method: string): string | undefined {
  const acceptsNull = type === 'null' || (Array.isArray(type) && type.includes('null'));
  if (acceptsNull && mark !== true)
    return 'A request accepts null here. Remove null, or write `x-clearable: true` if null removes the property.';
  if (mark === undefined) return undefined;
  if (!acceptsNull)
    return '`x-clearable` is for schemas that accept null. Add it to `type`, or remove the mark.';
  if (method === 'patch') return undefined;
  return `A ${method.toUpperCase()} replaces or creates: callers omit what they do not want. Only a PATCH has \`x-clearable\`.`;
}

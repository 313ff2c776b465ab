import { childAt, entriesOf, type LocatedNode, mappingAt } from '../located-node.ts';
import { bodySchemas, operationsOf, responseSchemas, webhooksOf } from '../operation.ts';
import type { Context, Report, Rule } from '../rule.ts';
import { type Schema, schemasFrom, typesOf } from '../schema.ts';

/** The endings of the names of secrets, in lower case and without separators. */
const SECRET =
  /(password|passphrase|secret|secretkey|privatekey|apikey|accesskeyid|connectionstring|credential|token)$/;
/** Tokens that are not secrets: cursors of a list. */
const CURSOR = /(page|next|continuation)token$/;

/** Requires that secrets are write-only. */
export const secrets: Rule = {
  number: 'P10',
  id: 'secrets',
  visitor(report) {
    return {
      Root(root, context) {
        const [sent, returned] = [new Set<object>(), new Set<object>()];
        for (const operation of operationsOf(root, context)) {
          for (const body of bodySchemas(operation, context.resolve)) judgeSent(report, body, context, sent);
          for (const response of responseSchemas(operation, context.resolve)) {
            judgeReturned(report, response, context, returned);
          }
        }
        // Webhooks send data out, like responses.
        for (const webhook of webhooksOf(root, context)) {
          for (const body of bodySchemas(webhook, context.resolve)) {
            judgeReturned(report, body, context, returned);
          }
        }
      },
    };
  },
};

function judgeSent(report: Report, body: LocatedNode, { resolve }: Context, seen: Set<object>): void {
  for (const schema of schemasFrom(body, resolve, seen)) {
    if (schema.node.format === 'password' && schema.node.writeOnly !== true) {
      report('A schema with `format: password` is a secret. Add `writeOnly: true`.', schema.location);
    }
    for (const { name, located } of secretsOf(schema, resolve)) {
      if (located.node.writeOnly === true && located.node.format === 'password') continue;
      report(
        `${name} is a secret by its name. Write \`format: password\` and \`writeOnly: true\`.`,
        located.location,
      );
    }
  }
}

function judgeReturned(report: Report, response: LocatedNode, { resolve }: Context, seen: Set<object>): void {
  for (const schema of schemasFrom(response, resolve, seen)) {
    if (schema.node.writeOnly === true) {
      report(
        'A response contains this writeOnly schema. Use a schema without it for responses.',
        schema.location,
      );
    }
    for (const { name, located } of secretsOf(schema, resolve)) {
      // Already reported for the schema itself.
      if (located.node.writeOnly === true) continue;
      report(
        `A response contains ${name}, a secret by its name. Use a schema without it for responses.`,
        located.location,
      );
    }
  }
}

/** Returns the properties of an object that are secrets by their names, with the locations of their schemas. */
function secretsOf(schema: LocatedNode<Schema>, resolve: Context['resolve']) {
  const properties = childAt(schema, 'properties');
  const entries = properties ? entriesOf(properties) : [];
  const hasPassword = entries.some(([name]) => compact(name) === 'password');
  return entries.flatMap(([name, written]) => {
    if (!isSecret(compact(name), hasPassword)) return [];
    const located = mappingAt(written, resolve);
    return located && typesOf(located.node).includes('string') ? [{ name, located }] : [];
  });
}

/** A user name is a credential only if the object also has a password. */
function isSecret(name: string, hasPassword: boolean): boolean {
  if (name === 'username' || name === 'user') return hasPassword;
  return SECRET.test(name) && !CURSOR.test(name);
}

function compact(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

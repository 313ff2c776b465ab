import { answerSchemas, bodySchemas, operationsOf, webhooksOf } from '../operation.ts';
import { childAt, entriesOf, mappingAt, type Place } from '../place.ts';
import type { Context, Report, Rule } from '../rule.ts';
import { type Schema, schemasFrom, typesOf } from '../schema.ts';

/** How the names of secrets end, in small letters and without separators. */
const SECRET =
  /(password|passphrase|secret|secretkey|privatekey|apikey|accesskeyid|connectionstring|credential|token)$/;
/** Tokens that are no secrets: places in a list. */
const CURSOR = /(page|next|continuation)token$/;

/** A secret goes in and never comes out. */
export const secrets: Rule = {
  number: 'P10',
  id: 'secrets',
  visitor(report) {
    return {
      Root(root, context) {
        const [sent, answered] = [new Set<object>(), new Set<object>()];
        for (const operation of operationsOf(root, context)) {
          for (const body of bodySchemas(operation, context.resolve)) judgeSent(report, body, context, sent);
          for (const answer of answerSchemas(operation, context.resolve)) {
            judgeAnswered(report, answer, context, answered);
          }
        }
        // What we send to others leaves the house like an answer.
        for (const webhook of webhooksOf(root, context)) {
          for (const body of bodySchemas(webhook, context.resolve)) {
            judgeAnswered(report, body, context, answered);
          }
        }
      },
    };
  },
};

function judgeSent(report: Report, body: Place, { resolve }: Context, seen: Set<object>): void {
  for (const schema of schemasFrom(body, resolve, seen)) {
    if (schema.node.format === 'password' && schema.node.writeOnly !== true) {
      report('What has `format: password` is a secret. Add `writeOnly: true`.', schema.location);
    }
    for (const { name, place } of secretsOf(schema, resolve)) {
      if (place.node.writeOnly === true && place.node.format === 'password') continue;
      report(
        `${name} is a secret by its name. Write \`format: password\` and \`writeOnly: true\`.`,
        place.location,
      );
    }
  }
}

function judgeAnswered(report: Report, answer: Place, { resolve }: Context, seen: Set<object>): void {
  for (const schema of schemasFrom(answer, resolve, seen)) {
    if (schema.node.writeOnly === true) {
      report(
        'An answer reaches this schema, which is writeOnly. Give answers a schema without it.',
        schema.location,
      );
    }
    for (const { name, place } of secretsOf(schema, resolve)) {
      // Said already, of the schema itself.
      if (place.node.writeOnly === true) continue;
      report(
        `An answer holds ${name}, a secret by its name. Give answers a schema without it.`,
        place.location,
      );
    }
  }
}

/** The properties of an object that are secrets by their names, where their schemas are written. */
function secretsOf(schema: Place<Schema>, resolve: Context['resolve']) {
  const properties = childAt(schema, 'properties');
  const entries = properties ? entriesOf(properties) : [];
  const hasPassword = entries.some(([name]) => compact(name) === 'password');
  return entries.flatMap(([name, written]) => {
    if (!isSecret(compact(name), hasPassword)) return [];
    const place = mappingAt(written, resolve);
    return place && typesOf(place.node).includes('string') ? [{ name, place }] : [];
  });
}

/** The name of a user is a part of the credentials only where a password stands beside it. */
function isSecret(name: string, hasPassword: boolean): boolean {
  if (name === 'username' || name === 'user') return hasPassword;
  return SECRET.test(name) && !CURSOR.test(name);
}

function compact(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

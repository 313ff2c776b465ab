import { type Operation, operationsOf, takes, webhooksOf } from '../operation.ts';
import type { Location, Report, Rule } from '../rule.ts';

const MARKS = {
  'x-stability': ['stable', 'beta', 'experimental'],
  'x-idempotency': ['safe', 'idempotent', 'keyed', 'none'],
} as const;

/** The values of `x-idempotency` that a method allows. */
const LEGAL: Record<string, string[]> = {
  get: ['safe'],
  put: ['idempotent'],
  delete: ['idempotent'],
  // A query has a body, so it is a POST, although it changes nothing.
  post: ['keyed', 'safe'],
  patch: ['idempotent', 'none'],
};

/** Callers read off the marks what they may rely on, and what they may send again. */
export const operationMarks: Rule = {
  number: 'P14',
  id: 'operation-marks',
  visitor(report) {
    return {
      Root(root, context) {
        for (const operation of operationsOf(root, context)) {
          judgeValues(report, operation);
          judgeIdempotency(report, operation);
        }
        // A notification is sent by us; which method promises what is a matter of calls to us.
        for (const webhook of webhooksOf(root, context)) judgeValues(report, webhook);
      },
    };
  },
};

function judgeValues(report: Report, { id, located }: Operation): void {
  for (const [mark, values] of Object.entries(MARKS)) {
    const value = located.node[mark];
    if ((values as readonly unknown[]).includes(value)) continue;
    const advice = `Write \`${mark}: …\` next to operationId, with one of: ${values.join(', ')}.`;
    if (value === undefined) report(`${id} has no ${mark}. ${advice}`, located.location);
    else report(`${id} has ${mark}: ${JSON.stringify(value)}. ${advice}`, located.location.child(mark));
  }
}

function judgeIdempotency(report: Report, operation: Operation): void {
  const { id, method, located } = operation;
  const value = located.node['x-idempotency'];
  if (!isKnown(value)) return;
  const at: Location = located.location.child('x-idempotency');
  const legal = LEGAL[method] ?? [];
  if (!legal.includes(value)) {
    report(
      `${id} is a ${method.toUpperCase()} but has x-idempotency ${value}. Write ${legal.join(' or ')}.`,
      at,
    );
  }
  const isKeyed = takes(operation, 'header', 'Idempotency-Key');
  if ((value === 'keyed') === isKeyed) return;
  report(
    isKeyed
      ? `${id} has an Idempotency-Key parameter but is ${value}. Write keyed, or remove the parameter.`
      : `${id} is keyed but has no Idempotency-Key parameter. Refer to components/parameters/IdempotencyKey.yaml.`,
    at,
  );
}

function isKnown(value: unknown): value is string {
  return (MARKS['x-idempotency'] as readonly unknown[]).includes(value);
}

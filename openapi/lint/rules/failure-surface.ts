import { isObject } from '../located-node.ts';
import { eachOperation, type Operation, responsesOf, takes } from '../operation.ts';
import type { Rule } from '../rule.ts';

const PROBLEM = 'application/problem+json';
const ALWAYS = ['400', '401', '405', '429', '500', '503'];
/** All error statuses (decision D-08). */
const KNOWN = new Set([...ALWAYS, '403', '404', '409', '412', '413', '415', '501']);

/** Requires that operations declare all their errors, in one format. */
export const failureSurface: Rule = {
  number: 'P03',
  id: 'failure-surface',
  visitor: (report) =>
    eachOperation((operation, { resolve }) => {
      const { id, located } = operation;
      const responses = responsesOf(operation, resolve);
      const declared = new Set(responses.map(([status]) => status));
      const missing = expectedOf(operation).filter((status) => !declared.has(status));
      if (missing.length > 0) {
        report(
          `${id} does not declare ${missing.join(', ')}. Add each from components/responses.`,
          located.location.child('responses'),
        );
      }
      for (const [status, response] of responses) {
        if (!/^[45]/.test(status)) continue;
        const at = located.location.child(['responses', status]);
        if (!KNOWN.has(status)) {
          report(`${id} declares ${status}. Use one of ${[...KNOWN].sort().join(', ')}.`, at);
        }
        if (status === '501' && located.node['x-stability'] !== 'experimental') {
          report(
            `${id} declares 501 but is not experimental. Only experimental operations are optional.`,
            at,
          );
        }
        const types = isObject(response.node.content) ? Object.keys(response.node.content) : [];
        if (types.length === 1 && types[0] === PROBLEM) continue;
        report(`The ${status} of ${id} is not ${PROBLEM}. Give it this media type and no other.`, at);
      }
    }),
};

function expectedOf(operation: Operation): string[] {
  const { located, parameters } = operation;
  const expected = [...ALWAYS];
  if (!isSafe(operation)) expected.push('403');
  if (parameters.some(({ node }) => node.in === 'path')) expected.push('404');
  if (takes(operation, 'header', 'If-Match')) expected.push('412');
  if (located.node.requestBody !== undefined) expected.push('413', '415');
  return expected.sort();
}

/** Readers may send it, so it has no 403 (D-60). */
function isSafe({ method, located }: Operation): boolean {
  return method === 'get' || located.node['x-idempotency'] === 'safe';
}

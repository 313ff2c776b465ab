import { answersOf, type Operation, operationsOf, takes } from '../operation.ts';
import { isObject } from '../place.ts';
import type { Rule } from '../rule.ts';

const PROBLEM = 'application/problem+json';
const ALWAYS = ['400', '401', '405', '429', '500', '503'];
/** Every error status that there is: decision D-08. */
const KNOWN = new Set([...ALWAYS, '403', '404', '409', '412', '413', '415']);

/** Every way in which an operation can fail is declared, in one shape. */
export const failureSurface: Rule = {
  number: 'P03',
  id: 'failure-surface',
  visitor(report) {
    return {
      Root(root, context) {
        for (const operation of operationsOf(root, context)) {
          const { id, place } = operation;
          const answers = answersOf(operation, context.resolve);
          const declared = new Set(answers.map(([status]) => status));
          const missing = expectedOf(operation).filter((status) => !declared.has(status));
          if (missing.length > 0) {
            report(
              `${id} does not declare ${missing.join(', ')}. Add each from components/responses.`,
              place.location.child('responses'),
            );
          }
          for (const [status, answer] of answers) {
            if (!/^[45]/.test(status)) continue;
            const at = place.location.child(['responses', status]);
            if (!KNOWN.has(status)) {
              report(`${id} declares ${status}. Use one of ${[...KNOWN].sort().join(', ')}.`, at);
            }
            const types = isObject(answer.node.content) ? Object.keys(answer.node.content) : [];
            if (types.length === 1 && types[0] === PROBLEM) continue;
            report(`The ${status} of ${id} is not ${PROBLEM}. Give it this media type and no other.`, at);
          }
        }
      },
    };
  },
};

function expectedOf(operation: Operation): string[] {
  const { method, place, parameters } = operation;
  const expected = [...ALWAYS];
  if (method !== 'get') expected.push('403');
  if (parameters.some(({ node }) => node.in === 'path')) expected.push('404');
  if (takes(operation, 'header', 'If-Match')) expected.push('412');
  if (place.node.requestBody !== undefined) expected.push('413', '415');
  return expected.sort();
}

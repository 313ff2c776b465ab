import { segmentsOf } from '../documents/pointer.ts';
import type { Rule } from './rule.ts';

/** Components that name generated code. */
const NAMED_IN_CODE = new Set([
  'schemas',
  'parameters',
  'headers',
  'responses',
  'requestBodies',
  'pathItems',
]);

export const componentRenamed: Rule = {
  id: 'component-renamed',
  why: 'Generated code is named after components: programs that name the type no longer compile.',
  instead: 'Keep the name. An unused component may stay until the path prefix ends.',
  nodeChange({ kind, property, base, revision }) {
    const [section, group, name, ...rest] = segmentsOf(base?.pointer ?? '');
    if (section !== 'components' || name === undefined || rest.length > 0) return undefined;
    if (!NAMED_IN_CODE.has(String(group))) return undefined;
    if (kind === 'removed') return `The component ${name} (${group}) was removed.`;
    if (kind !== 'modified' || property !== 'key') return undefined;
    return `The component ${name} (${group}) was renamed to ${String(revision?.value)}.`;
  },
};

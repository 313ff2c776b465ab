import { childAt } from '../located-node.ts';
import { eachOperation, type Operation } from '../operation.ts';
import type { Rule } from '../rule.ts';

const METHODS: Record<string, string[]> = {
  list: ['get'],
  create: ['post'],
  get: ['get'],
  update: ['patch', 'put'],
  replace: ['put'],
  delete: ['delete'],
  // Actions, which are not one of the five standard operations of a resource.
  discover: ['post'],
  infer: ['post'],
  preview: ['post'],
  query: ['post'],
  redeliver: ['post'],
  search: ['post'],
  test: ['post'],
};
const FORM = new RegExp(`^(${Object.keys(METHODS).join('|')})(Stack)?[A-Z][A-Za-z0-9]*$`);

/** Requires a verb and a noun, so that readers can guess the names of operations. */
export const operationId: Rule = {
  number: 'P02',
  id: 'operation-id',
  visitor: (report) =>
    eachOperation((operation) => {
      const { id, located } = operation;
      const violation = violationIn(operation);
      const at = childAt(located, 'operationId')?.location ?? located.location;
      if (violation) report(`${id} ${violation}`, at);
    }),
};

function violationIn({ id, method, path }: Operation): string | undefined {
  const [, verb = '', stack] = FORM.exec(id) ?? [];
  if (verb === '') {
    const verbs = Object.keys(METHODS).join(', ');
    return `is not a verb and a noun in camelCase. Begin with one of ${verbs}, as in \`listPipes\`.`;
  }
  if (!METHODS[verb]?.includes(method)) {
    return `is a ${method.toUpperCase()}, which does not match \`${verb}\`. Use the verb of the method.`;
  }
  const isManagedTwin = path.includes('/stack/');
  if (isManagedTwin && !stack) return `is the managed twin of the stack. Write \`Stack\` after the verb.`;
  if (!isManagedTwin && stack)
    return `is not under \`/stack/\`. Leave out \`Stack\`, which marks managed twins.`;
  return undefined;
}

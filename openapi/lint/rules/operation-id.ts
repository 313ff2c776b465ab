import { type Operation, operationsOf } from '../operation.ts';
import { childAt } from '../place.ts';
import type { Rule } from '../rule.ts';

const METHODS: Record<string, string[]> = {
  list: ['get'],
  create: ['post'],
  get: ['get'],
  update: ['patch', 'put'],
  delete: ['delete'],
};
const FORM = /^(list|create|get|update|delete)(Stack)?[A-Z][A-Za-z0-9]*$/;

/** A verb and a noun, so that who knows one operation can guess the name of another. */
export const operationId: Rule = {
  number: 'P02',
  id: 'operation-id',
  visitor(report) {
    return {
      Root(root, context) {
        for (const operation of operationsOf(root, context)) {
          const { id, place } = operation;
          const mistake = mistakeIn(operation);
          const at = childAt(place, 'operationId')?.location ?? place.location;
          if (mistake) report(`${id} ${mistake}`, at);
        }
      },
    };
  },
};

function mistakeIn({ id, method, path }: Operation): string | undefined {
  const [, verb = '', stack] = FORM.exec(id) ?? [];
  if (verb === '') {
    const verbs = Object.keys(METHODS).join(', ');
    return `is not a verb and a noun in camelCase. Begin with one of ${verbs}, as in \`listPipes\`.`;
  }
  if (!METHODS[verb]?.includes(method)) {
    return `is a ${method.toUpperCase()}, which is not what \`${verb}\` means. Choose the verb of the method.`;
  }
  const isManagedTwin = path.includes('/stack/');
  if (isManagedTwin && !stack) return `is the managed twin of the stack. Write \`Stack\` after the verb.`;
  if (!isManagedTwin && stack)
    return `is not under \`/stack/\`. Leave out \`Stack\`, which marks managed twins.`;
  return undefined;
}

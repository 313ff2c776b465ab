import { mappingBelow } from '../located-node.ts';
import { eachOperation, type Operation, takes } from '../operation.ts';
import type { Resolve, Rule } from '../rule.ts';
import { typesOf } from '../schema.ts';

/** Requires paging. A list that fits into one response today may grow. */
export const pagedLists: Rule = {
  number: 'P13',
  id: 'paged-lists',
  visitor: (report) =>
    eachOperation((operation, { resolve }) => {
      const { id, located } = operation;
      if (!id.startsWith('list')) {
        if (!returnsList(operation, resolve)) return;
        report(`${id} returns a list. Name it \`list…\` and page it.`, located.location);
        return;
      }
      const missing = ['limit', 'cursor'].filter((name) => !takes(operation, 'query', name));
      if (missing.length > 0) {
        report(
          `${id} lists without ${missing.join(' and ')}. Refer to components/parameters.`,
          located.location,
        );
      }
      if (returnsCursor(operation, resolve)) return;
      report(
        `The response of ${id} has no nextCursor. Add it next to \`result\`, or in \`meta\` next to \`data\`.`,
        located.location,
      );
    }),
};

const RESPONSE = ['responses', '200', 'content', 'application/json', 'schema', 'properties'];

function returnsCursor({ located }: Operation, resolve: Resolve): boolean {
  const paths = [
    [...RESPONSE, 'nextCursor'],
    [...RESPONSE, 'meta', 'properties', 'nextCursor'],
  ];
  return paths.some((path) => mappingBelow(located, path, resolve) !== undefined);
}

function returnsList({ located }: Operation, resolve: Resolve): boolean {
  return ['result', 'data'].some((envelope) => {
    const schema = mappingBelow(located, [...RESPONSE, envelope], resolve);
    return schema !== undefined && typesOf(schema.node).includes('array');
  });
}

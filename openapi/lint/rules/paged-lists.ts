import { type Operation, operationsOf, takes } from '../operation.ts';
import { mappingBelow } from '../place.ts';
import type { Resolve, Rule } from '../rule.ts';
import { typesOf } from '../schema.ts';

/** A list that fits into one answer today does not do so for ever. */
export const pagedLists: Rule = {
  number: 'P13',
  id: 'paged-lists',
  visitor(report) {
    return {
      Root(root, context) {
        for (const operation of operationsOf(root, context)) {
          const { id, place } = operation;
          if (!id.startsWith('list')) {
            if (!answersList(operation, context.resolve)) continue;
            report(`${id} answers a list. Name it \`list…\` and page it.`, place.location);
            continue;
          }
          const missing = ['limit', 'cursor'].filter((name) => !takes(operation, 'query', name));
          if (missing.length > 0) {
            report(
              `${id} lists without ${missing.join(' and ')}. Refer to components/parameters.`,
              place.location,
            );
          }
          if (answersCursor(operation, context.resolve)) continue;
          report(
            `The answer of ${id} has no nextCursor. Put it beside \`result\`, or into \`meta\` beside \`data\`.`,
            place.location,
          );
        }
      },
    };
  },
};

const ANSWER = ['responses', '200', 'content', 'application/json', 'schema', 'properties'];

function answersCursor({ place }: Operation, resolve: Resolve): boolean {
  const paths = [
    [...ANSWER, 'nextCursor'],
    [...ANSWER, 'meta', 'properties', 'nextCursor'],
  ];
  return paths.some((path) => mappingBelow(place, path, resolve) !== undefined);
}

function answersList({ place }: Operation, resolve: Resolve): boolean {
  return ['result', 'data'].some((envelope) => {
    const schema = mappingBelow(place, [...ANSWER, envelope], resolve);
    return schema !== undefined && typesOf(schema.node).includes('array');
  });
}

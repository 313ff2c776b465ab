import { bodySchemas, operationsOf } from '../operation.ts';
import type { Rule } from '../rule.ts';
import { schemasFrom, typesOf } from '../schema.ts';

/** Requires closed request bodies, so that a misspelt property is an error. */
export const requestClosed: Rule = {
  number: 'P09',
  id: 'request-closed',
  visitor(report) {
    return {
      Root(root, context) {
        const seen = new Set<object>();
        for (const operation of operationsOf(root, context)) {
          for (const body of bodySchemas(operation, context.resolve)) {
            for (const { node, location } of schemasFrom(body, context.resolve, seen)) {
              if (!typesOf(node).includes('object') || node.additionalProperties === false) continue;
              report(
                'A request body contains this open object. Write `additionalProperties: false`, in a separate schema if responses use this one.',
                location,
              );
            }
          }
        }
      },
    };
  },
};

import { bodySchemas, eachOperation } from '../operation.ts';
import type { Rule } from '../rule.ts';
import { schemasFrom, typesOf } from '../schema.ts';

/** Requires closed request bodies, so that a misspelt property is an error. */
export const requestClosed: Rule = {
  number: 'P09',
  id: 'request-closed',
  visitor(report) {
    const seen = new Set<object>();
    return eachOperation((operation, { resolve }) => {
      for (const body of bodySchemas(operation, resolve)) {
        for (const { node, location } of schemasFrom(body, resolve, seen)) {
          if (!typesOf(node).includes('object') || node.additionalProperties === false) continue;
          report(
            'A request body contains this open object. Write `additionalProperties: false`, in a separate schema if responses use this one.',
            location,
          );
        }
      }
    });
  },
};

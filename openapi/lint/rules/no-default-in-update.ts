import { bodySchemas, eachOperation } from '../operation.ts';
import type { Rule } from '../rule.ts';
import { schemasFrom } from '../schema.ts';

/** A validator that fills in defaults would change what the caller left out. */
export const noDefaultInUpdate: Rule = {
  number: 'P08',
  id: 'no-default-in-update',
  visitor(report) {
    const seen = new Set<object>();
    return eachOperation((operation, { resolve }) => {
      if (operation.method !== 'patch' && operation.method !== 'put') return;
      for (const body of bodySchemas(operation, resolve)) {
        for (const { node, location } of schemasFrom(body, resolve, seen)) {
          if (!('default' in node)) continue;
          report(
            'The body of a PATCH or PUT reaches this default, which a validator would write over what is stored. Remove it, or give the update a schema of its own.',
            location.child('default'),
          );
        }
      }
    });
  },
};

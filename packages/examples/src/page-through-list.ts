/*
 * Reads a list item by item, page by page, and with cursors.
 * Run: node packages/examples/src/page-through-list.ts, with the variables in the README of this package.
 */
import { createObservabilityClient } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const { dashboards } = createObservabilityClient({
  baseUrl: requiredVariable('PENSTOCK_URL'),
  token: requiredVariable('PENSTOCK_TOKEN'),
});

// The client requests the next page when the items of a page are used up.
for await (const { name } of dashboards.list({ limit: 2 })) console.log(`item: ${name}`);

for await (const { items } of dashboards.list({ limit: 2 }).pages()) console.log(`page: ${items.length}`);

// A cursor can be stored, and the list continued later.
const first = await dashboards.list({ limit: 2 });
if (first.nextCursor) {
  const second = await dashboards.list({ limit: 2, cursor: first.nextCursor });
  console.log(`after the cursor: ${second.items.length}`);
}

/*
 * Handles typed errors, and prints the retries of the client.
 * Run: node packages/examples/src/errors-and-retries.ts, with the variables in the README of this package.
 */
import { BadRequestError, createObservabilityClient, NotFoundError } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const client = createObservabilityClient({
  baseUrl: requiredVariable('PENSTOCK_URL'),
  token: requiredVariable('PENSTOCK_TOKEN'),
  retries: 4,
  deadlineMs: 60_000,
  hooks: {
    onRetry: ({ request, status, delayMs }) =>
      console.log(`${request.operationId}: status ${status}, retry in ${delayMs} ms`),
  },
});

// Repeatable operations are retried after connection errors, 408, 429 and 5xx.
const page = await client.alerts.list({ limit: 10 });
console.log(`${page.items.length} alerts`);

// A class per status: `instanceof` narrows the type of the error.
try {
  await client.alerts.get('018f6d31-0000-7000-8000-000000000000');
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log(`not found: ${error.code}, request ${error.requestId}`);
}

// The entries of a 400 point to the invalid fields.
try {
  await client.savedSearches.create({ name: '', sourceId: 'unknown' });
} catch (error) {
  if (!(error instanceof BadRequestError)) throw error;
  for (const { pointer, code } of error.errors) console.log(`invalid: ${pointer} ${code}`);
}

// `safe()` returns the error instead: `status` narrows the codes.
const result = await client.alerts.get('018f6d31-0000-7000-8000-000000000000').safe();
if (!result.ok && result.status === 404) console.log(`safe: ${result.error.code}`);

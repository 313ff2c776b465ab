/*
 * Sends the same request to both surfaces: they have the same resources, with different credentials and envelopes.
 * Run: node packages/examples/src/both-surfaces.ts, with the variables in the README of this package.
 */
import { createManagementClient, createObservabilityClient } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const baseUrl = requiredVariable('PENSTOCK_URL');
const organizationId = requiredVariable('PENSTOCK_ORGANIZATION_ID');
const serviceId = requiredVariable('PENSTOCK_SERVICE_ID');
const keyId = requiredVariable('PENSTOCK_KEY_ID');
const keySecret = requiredVariable('PENSTOCK_KEY_SECRET');
const token = requiredVariable('PENSTOCK_TOKEN');

// Through the client, both return the same types.
const stack = createManagementClient({ baseUrl, keyId, keySecret }).service({ organizationId, serviceId });
const team = createObservabilityClient({ baseUrl, token });
for (const [surface, { dashboards }] of Object.entries({ management: stack, observability: team })) {
  const { items } = await dashboards.list({ limit: 5 });
  console.log(`${surface}: ${items.length} dashboards`);
}

// Without the client, path, Authorization and envelope differ.
const requests = {
  [`/v1/organizations/${organizationId}/services/${serviceId}/stack/dashboards`]: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
  '/api/v2/dashboards': `Bearer ${token}`,
};
for (const [path, authorization] of Object.entries(requests)) {
  const response = await fetch(`${baseUrl}${path}?limit=5`, { headers: { authorization } });
  console.log(`${path.split('/', 3).join('/')}: ${Object.keys(await response.json()).join(', ')}`);
}

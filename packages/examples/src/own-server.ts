/*
 * Serves one group of the observability surface from memory. The other operations return 501.
 * Run: PENSTOCK_TOKEN=a-token-of-yours PENSTOCK_PORT=8081 node packages/examples/src/own-server.ts
 */
import { randomUUID } from 'node:crypto';
import type { SavedSearch } from '@penstock/client';
import { createObservabilityServer, listen, notImplementedGroup, ProblemError } from '@penstock/server';
import { requiredVariable } from './required-variable.ts';

const token = requiredVariable('PENSTOCK_TOKEN');
const searches = new Map<string, SavedSearch>();

function find(id: string): SavedSearch {
  const search = searches.get(id);
  if (search !== undefined) return search;
  throw new ProblemError({ code: 'resource_not_found', detail: 'The saved search does not exist.' });
}

function store(search: SavedSearch) {
  searches.set(search.id, search);
  return respond(search);
}

function respond(data: SavedSearch) {
  return { status: 200 as const, body: { data }, headers: { ETag: `"${data.updatedAt}"` } };
}

const app = await createObservabilityServer({
  security: { bearerAuth: (sent) => (sent.token === token ? { id: 'team' } : undefined) },
  handlers: {
    ...notImplementedGroup('observability', 'dashboards'),
    ...notImplementedGroup('observability', 'alerts'),
    ...notImplementedGroup('observability', 'sources'),
    ...notImplementedGroup('observability', 'webhooks'),
    ...notImplementedGroup('observability', 'queries'),
    listSavedSearches: ({ query }) => ({
      status: 200,
      body: { data: [...searches.values()], meta: { limit: query.limit ?? 100, nextCursor: null } },
    }),
    getSavedSearch: ({ params }) => respond(find(params.savedSearchId)),
    createSavedSearch: ({ body }, { principal }) => {
      const now = new Date().toISOString();
      return store({
        tags: [],
        ...body,
        id: randomUUID(),
        team: principal.id,
        createdAt: now,
        updatedAt: now,
      });
    },
    updateSavedSearch: ({ params, body }) => {
      const { id, team, createdAt } = find(params.savedSearchId);
      return store({ tags: [], ...body, id, team, createdAt, updatedAt: new Date().toISOString() });
    },
    deleteSavedSearch: ({ params }) => {
      searches.delete(find(params.savedSearchId).id);
      return { status: 200, body: {} };
    },
  },
});
const { url } = await listen(app, { port: Number(requiredVariable('PENSTOCK_PORT')) });
console.log(`Listening on ${url}/api/v2`);

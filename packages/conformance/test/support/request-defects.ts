import type { Alteration } from './altering-proxy.ts';
import { type Defect, ONE_SEARCH } from './defect.ts';

/** The violation of a server that accepts an invalid request. */
const ACCEPTED = /Must be rejected with 400.*got 200/;

/** A defect that changes what the server receives. */
function inRequests(
  name: string,
  checks: RegExp,
  violation: RegExp,
  request: NonNullable<Alteration['request']>,
): Defect {
  return { name, checks, violation, alteration: () => ({ request }) };
}

/** Defects in what the server checks. */
export const REQUEST_DEFECTS: readonly Defect[] = [
  {
    name: 'no check of the credential',
    checks: /getSavedSearch\/401\//,
    violation: /Must be rejected with 401/,
    alteration: ({ environment }) => ({
      request({ headers }) {
        headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  {
    name: 'a reader that may write',
    checks: /updateSavedSearch\/403\//,
    violation: /Must be rejected with 403/,
    alteration: ({ environment }) => ({
      request({ headers }) {
        if (headers.authorization === `Bearer ${environment.PENSTOCK_READER_TOKEN}`)
          headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  {
    name: 'a read across tenants',
    checks: /getSavedSearch\/404\/foreign/,
    violation: /Must be rejected with 404 `resource_not_found`, got 200/,
    alteration: ({ environment }) => ({
      request({ method, headers }) {
        if (method === 'GET' && headers.authorization === `Bearer ${environment.PENSTOCK_STRANGER_TOKEN}`)
          headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  inRequests(
    'an accepted unknown property',
    /createSavedSearch\/body\/additionalProperties\//,
    ACCEPTED,
    ({ body }) => {
      if (body !== null && typeof body === 'object') delete body['x-unknown'];
    },
  ),
  inRequests('text accepted as a number', /createAlert\/body\/threshold\/type\//, ACCEPTED, ({ body }) => {
    if (typeof body?.threshold === 'string') body.threshold = Number(body.threshold);
  }),
  inRequests(
    'an accepted unknown query parameter',
    /listSavedSearches\/query\/x-unknown$/,
    ACCEPTED,
    (request) => {
      request.url = request.url.replace('x-unknown=1', '');
    },
  ),
  inRequests(
    'an accepted limit beyond its maximum',
    /listSavedSearches\/query\/limit\/maximum\//,
    ACCEPTED,
    (request) => {
      request.url = request.url.replace('limit=1001', 'limit=1000');
    },
  ),
  inRequests(
    'an accepted body that is too large',
    /createSavedSearch\/413\//,
    /Must be rejected with 413/,
    (request) => {
      if (request.headers['content-length'] === String(2 ** 20 + 1)) request.body = {};
    },
  ),
  inRequests('If-Match ignored', /updateSavedSearch\/412\//, /Must be rejected with 412/, ({ headers }) => {
    delete headers['if-match'];
  }),
  inRequests(
    'Idempotency-Key ignored',
    /createSavedSearch\/200\/replayed$/,
    /must replay the first response/,
    ({ headers }) => {
      delete headers['idempotency-key'];
    },
  ),
  inRequests('a cursor ignored', /^case\/listSavedSearches\//, /cursor|page/i, (request) => {
    request.url = request.url.replace(/cursor=[^&]*/, '');
  }),
  {
    name: 'a lost update',
    checks: /^(case|round-trip)\/updateSavedSearch\//,
    violation: /./,
    // The response is that of an update, but the server only reads.
    alteration: () => ({
      request(request) {
        if (request.method !== 'PUT' || !ONE_SEARCH.test(request.url)) return;
        if (request.headers.authorization === undefined || request.headers['if-match'] !== undefined) return;
        request.headers['x-lost'] = 'yes';
        request.method = 'GET';
      },
      response({ status, body }, { headers, body: sent }) {
        if (headers['x-lost'] === 'yes' && status === 200) Object.assign(body.data, sent);
      },
    }),
  },
  {
    name: 'a deletion that deletes nothing',
    checks: /^case\/deleteSavedSearch\//,
    violation: /./,
    alteration: () => ({
      request(request) {
        if (request.method === 'DELETE' && ONE_SEARCH.test(request.url)) request.method = 'GET';
      },
    }),
  },
];

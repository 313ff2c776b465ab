import type { Alteration, PassingRequest, PassingResponse } from './altering-proxy.ts';
import { type Defect, ONE_SEARCH } from './defect.ts';

/** Returns the saved search in the response to a successful read of it. */
function oneSearch({ status, body }: PassingResponse, { method, url }: PassingRequest) {
  return method === 'GET' && status === 200 && ONE_SEARCH.test(url) ? body.data : undefined;
}

/** A defect that changes only responses. */
function inResponses(
  name: string,
  checks: RegExp,
  violation: RegExp,
  response: NonNullable<Alteration['response']>,
): Defect {
  return { name, checks, violation, alteration: () => ({ response }) };
}

/** Defects in what the server returns. */
export const RESPONSE_DEFECTS: readonly Defect[] = [
  inResponses('a wrong type', /getSavedSearch\/200$/, /\/data\/name must be string/, (response, request) => {
    const search = oneSearch(response, request);
    if (search !== undefined) search.name = 7;
  }),
  inResponses(
    'a missing field',
    /getSavedSearch\/200$/,
    /\/data\/sourceId is required/,
    (response, request) => {
      const search = oneSearch(response, request);
      if (search !== undefined) delete search.sourceId;
    },
  ),
  inResponses(
    'null in a field that is not nullable',
    /getSavedSearch\/200$/,
    /\/data\/name must be string/,
    (response, request) => {
      const search = oneSearch(response, request);
      if (search !== undefined) search.name = null;
    },
  ),
  inResponses('a wrong status', /getSavedSearch\/404\/unknown$/, /Must be rejected with 404/, (response) => {
    if (response.status === 404)
      Object.assign(response, { status: 400, body: { ...response.body, status: 400 } });
  }),
  inResponses(
    'an undeclared status',
    /generated\/createSavedSearch\/200$/,
    /createSavedSearch does not declare 201/,
    (response, { method, url }) => {
      if (response.status === 200 && method === 'POST' && url.endsWith('/saved-searches'))
        response.status = 201;
    },
  ),
  inResponses(
    'an undeclared redirect',
    /getSavedSearch\/404\/unknown$/,
    /does not declare 302.*was not followed/,
    (response) => {
      if (response.status !== 404) return;
      response.status = 302;
      response.headers.set('location', 'https://elsewhere.example/');
    },
  ),
  inResponses(
    'a wrong media type',
    /getSavedSearch\/404\/unknown$/,
    /A 404 must have the type application\/problem\+json, got application\/json/,
    ({ status, headers }) => {
      if (status === 404) headers.set('content-type', 'application/json');
    },
  ),
  inResponses(
    'a page of HTML',
    /getSavedSearch\/404\/unknown$/,
    /A 404 must have the type application\/problem\+json, got text\/html/,
    (response) => {
      if (response.status !== 404) return;
      response.headers.set('content-type', 'text/html');
      response.text = '<h1>Not found</h1>';
    },
  ),
  inResponses(
    'a body that is cut off',
    /getSavedSearch\/200$/,
    /The body, of \d+ characters, is not JSON/,
    (response) => {
      if (response.status === 200) response.text = JSON.stringify(response.body).slice(0, -1);
    },
  ),
  inResponses('a missing header', /getSavedSearch\/200$/, /The header etag is missing/i, ({ headers }) =>
    headers.delete('etag'),
  ),
  inResponses(
    'a missing request id',
    /getSavedSearch\/200$/,
    /The header X-Request-Id is missing/,
    ({ headers }) => headers.delete('x-request-id'),
  ),
  inResponses(
    'two request ids in header and body',
    /getSavedSearch\/404\/unknown$/,
    /`requestId` in the body must equal/,
    ({ status, body }) => {
      if (status === 404) body.requestId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    },
  ),
  inResponses('a wrong header value', /getSavedSearch\/200$/, /The header ETag is `W\//, ({ headers }) => {
    if (headers.has('etag')) headers.set('etag', `W/${headers.get('etag')}`);
  }),
  inResponses(
    'another scheme in WWW-Authenticate',
    /getSavedSearch\/401\/missing$/,
    /WWW-Authenticate must contain the scheme bearer/,
    ({ status, headers }) => {
      if (status === 401) headers.set('www-authenticate', 'Basic realm="penstock"');
    },
  ),
  inResponses(
    'an incomplete Allow',
    /getSavedSearch\/405\//,
    /Allow must list GET, PUT, DELETE/,
    ({ status, headers }) => {
      if (status === 405) headers.set('allow', 'GET');
    },
  ),
  inResponses(
    'a wrong problem code',
    /getSavedSearch\/404\/unknown$/,
    /belongs to 409, but the status of the response is 404/,
    ({ status, body }) => {
      if (status === 404) body.code = 'resource_in_use';
    },
  ),
  inResponses(
    'an unknown problem code',
    /getSavedSearch\/404\/unknown$/,
    /The catalogue of problems does not contain the code not_here/,
    ({ status, body }) => {
      if (status === 404) body.code = 'not_here';
    },
  ),
  inResponses(
    'an error response without errors',
    /createSavedSearch\/body\/name\//,
    /`errors` must list/,
    ({ status, body }) => {
      if (status === 400) delete body.errors;
    },
  ),
  inResponses(
    'a replay without its header',
    /createSavedSearch\/200\/replayed$/,
    /A replay must contain the header/,
    ({ headers }) => headers.delete('idempotency-replayed'),
  ),
  inResponses(
    'a write-only field in a response',
    /^case\/createWebhook\//,
    /\/headers of the result is .*, expected nothing/,
    ({ status, body }, request) => {
      if (status === 200 && request.method === 'POST' && request.body?.headers)
        body.data.headers = request.body.headers;
    },
  ),
  inResponses(
    'a secret in an unknown field',
    /generated\/createWebhook\/200$/,
    /contains a secret that a request of this run sent/,
    ({ status, body }, request) => {
      if (status === 200 && request.method === 'POST') body.data.debug = JSON.stringify(request.body);
    },
  ),
  inResponses(
    'the credential in a response',
    /getSavedSearch\/200$/,
    /contains the credential of a caller/,
    ({ body }, { headers }) => {
      body.debug = headers.authorization;
    },
  ),
  inResponses(
    'a rejected value at its boundary',
    /createSavedSearch\/body\/name\/maxLength\/at$/,
    /The contract allows this value, but the server rejects it/,
    (response, { body }) => {
      if (response.status !== 200 || body?.name === undefined || body.name.length < 200) return;
      response.status = 400;
      response.body = { errors: [{ pointer: '/name', code: 'invalid_length', message: 'is too long' }] };
    },
  ),
  inResponses(
    'one request id for all responses',
    /getSavedSearch\/(200|404\/unknown)$/,
    /X-Request-Id must be new for every request/,
    ({ headers, body }) => {
      headers.set('x-request-id', '7c9e6679-7425-40de-944b-e07fc1f90ae7');
      if (body.requestId !== undefined) body.requestId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    },
  ),
];

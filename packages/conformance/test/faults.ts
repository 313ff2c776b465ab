import type { OperationId } from '@penstock/contract';
import type { Alteration, PassingAnswer, PassingRequest } from './altering-proxy.ts';
import type { CheckedServer } from './reference-server.ts';

/** A way in which a server can break the contract. */
export interface Fault {
  readonly name: string;
  /** The operations that are broken, and as much of the kit as has to be run to find it. */
  readonly operations: readonly OperationId[];
  /** What the kit says of it, so that it is found for what it is. */
  readonly finding: RegExp;
  /** Made anew for each server, because some remember what passed. */
  alteration(server: CheckedServer): Alteration;
}

/** What is said of a request that does not fit the contract, and succeeds. */
const TAKEN = /Must be refused with 400.*answered with 200/;

const ONE_SEARCH = /^\/api\/v2\/saved-searches\/[^/?]+$/;

/** What a read of one saved search has answered with. */
function oneSearch({ status, body }: PassingAnswer, { method, url }: PassingRequest) {
  return method === 'GET' && status === 200 && ONE_SEARCH.test(url) ? body.data : undefined;
}

/** A fault that changes answers alone. */
function inAnswers(
  name: string,
  operations: readonly OperationId[],
  finding: RegExp,
  answer: NonNullable<Alteration['answer']>,
): Fault {
  return { name, operations, finding, alteration: () => ({ answer }) };
}

/** A fault that changes what the server gets to see. */
function inRequests(
  name: string,
  operations: readonly OperationId[],
  finding: RegExp,
  request: NonNullable<Alteration['request']>,
): Fault {
  return { name, operations, finding, alteration: () => ({ request }) };
}

const ANSWER_FAULTS: readonly Fault[] = [
  inAnswers('a wrong type', ['getSavedSearch'], /\/data\/name must be string/, (answer, request) => {
    const search = oneSearch(answer, request);
    if (search !== undefined) search.name = 7;
  }),
  inAnswers('a missing field', ['getSavedSearch'], /\/data\/sourceId is required/, (answer, request) => {
    const search = oneSearch(answer, request);
    if (search !== undefined) delete search.sourceId;
  }),
  inAnswers(
    'null for what is not nullable',
    ['getSavedSearch'],
    /\/data\/name must be string/,
    (answer, request) => {
      const search = oneSearch(answer, request);
      if (search !== undefined) search.name = null;
    },
  ),
  inAnswers('a wrong status', ['getSavedSearch'], /Must be refused with 404/, (answer) => {
    if (answer.status === 404) Object.assign(answer, { status: 400, body: { ...answer.body, status: 400 } });
  }),
  inAnswers(
    'an undeclared status',
    ['createSavedSearch'],
    /createSavedSearch does not declare 201/,
    (answer, { method, url }) => {
      if (answer.status === 200 && method === 'POST' && url.endsWith('/saved-searches')) answer.status = 201;
    },
  ),
  inAnswers(
    'an undeclared redirect',
    ['getSavedSearch'],
    /does not declare 302.*was not followed/,
    (answer) => {
      if (answer.status !== 404) return;
      answer.status = 302;
      answer.headers.set('location', 'https://elsewhere.example/');
    },
  ),
  inAnswers(
    'a wrong media type',
    ['getSavedSearch'],
    /A 404 must be application\/problem\+json, and is application\/json/,
    ({ status, headers }) => {
      if (status === 404) headers.set('content-type', 'application/json');
    },
  ),
  inAnswers(
    'a page of HTML',
    ['getSavedSearch'],
    /A 404 must be application\/problem\+json, and is text\/html/,
    (answer) => {
      if (answer.status !== 404) return;
      answer.headers.set('content-type', 'text/html');
      answer.text = '<h1>Not found</h1>';
    },
  ),
  inAnswers(
    'a body that is cut off',
    ['getSavedSearch'],
    /The body, of \d+ characters, is not JSON/,
    (answer) => {
      if (answer.status === 200) answer.text = JSON.stringify(answer.body).slice(0, -1);
    },
  ),
  inAnswers('a missing header', ['getSavedSearch'], /The header etag is missing/i, ({ headers }) =>
    headers.delete('etag'),
  ),
  inAnswers('a missing request id', ['getSavedSearch'], /The header X-Request-Id is missing/, ({ headers }) =>
    headers.delete('x-request-id'),
  ),
  inAnswers(
    'a request id that is another one in the body',
    ['getSavedSearch'],
    /`requestId` in the body must be/,
    ({ status, body }) => {
      if (status === 404) body.requestId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    },
  ),
  inAnswers('a wrong header value', ['getSavedSearch'], /The header ETag is `W\//, ({ headers }) => {
    if (headers.has('etag')) headers.set('etag', `W/${headers.get('etag')}`);
  }),
  inAnswers(
    'another scheme in WWW-Authenticate',
    ['getSavedSearch'],
    /WWW-Authenticate must name the scheme bearer/,
    ({ status, headers }) => {
      if (status === 401) headers.set('www-authenticate', 'Basic realm="penstock"');
    },
  ),
  inAnswers(
    'an Allow that leaves methods out',
    ['getSavedSearch'],
    /Allow must list GET, PUT, DELETE/,
    ({ status, headers }) => {
      if (status === 405) headers.set('allow', 'GET');
    },
  ),
  inAnswers(
    'a wrong problem code',
    ['getSavedSearch'],
    /belongs to 409, and the answer is 404/,
    ({ status, body }) => {
      if (status === 404) body.code = 'resource_in_use';
    },
  ),
  inAnswers(
    'a problem code that nobody knows',
    ['getSavedSearch'],
    /The code not_here is not in the catalogue/,
    ({ status, body }) => {
      if (status === 404) body.code = 'not_here';
    },
  ),
  inAnswers(
    'a refusal that names no place',
    ['createSavedSearch'],
    /`errors` must name/,
    ({ status, body }) => {
      if (status === 400) delete body.errors;
    },
  ),
  inAnswers('a replay that does not say so', ['createSavedSearch'], /A replay must say so/, ({ headers }) =>
    headers.delete('idempotency-replayed'),
  ),
  inAnswers(
    'a field that is only ever sent, sent back',
    ['createWebhook'],
    /\/headers of the result is .*, expected was nothing/,
    ({ status, body }, request) => {
      if (status === 200 && request.method === 'POST' && request.body?.headers)
        body.data.headers = request.body.headers;
    },
  ),
  inAnswers(
    'a secret in a field that nobody knows',
    ['createWebhook'],
    /holds a secret that a request of this run has planted/,
    ({ status, body }, request) => {
      if (status === 200 && request.method === 'POST') body.data.debug = JSON.stringify(request.body);
    },
  ),
  inAnswers(
    'the credential in an answer',
    ['getSavedSearch'],
    /holds the credential of a caller/,
    ({ body }, { headers }) => {
      body.debug = headers.authorization;
    },
  ),
  inAnswers(
    'a value at its boundary refused',
    ['createSavedSearch'],
    /The contract allows this value, and it is refused/,
    (answer, { body }) => {
      if (answer.status !== 200 || body?.name === undefined || body.name.length < 200) return;
      answer.status = 400;
      answer.body = { errors: [{ pointer: '/name', code: 'invalid_length', message: 'is too long' }] };
    },
  ),
  inAnswers(
    'one request id for all',
    ['getSavedSearch'],
    /X-Request-Id must be new for every request/,
    ({ headers, body }) => {
      headers.set('x-request-id', '7c9e6679-7425-40de-944b-e07fc1f90ae7');
      if (body.requestId !== undefined) body.requestId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    },
  ),
];

const REQUEST_FAULTS: readonly Fault[] = [
  {
    name: 'a credential that nobody looks at',
    operations: ['getSavedSearch'],
    finding: /Must be refused with 401/,
    alteration: ({ environment }) => ({
      request({ headers }) {
        headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  {
    name: 'a reader who may write',
    operations: ['updateSavedSearch'],
    finding: /Must be refused with 403/,
    alteration: ({ environment }) => ({
      request({ headers }) {
        if (headers.authorization === `Bearer ${environment.PENSTOCK_READER_TOKEN}`)
          headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  {
    name: 'a read across tenants',
    operations: ['getSavedSearch'],
    finding: /Must be refused with 404 `resource_not_found`, and is answered with 200/,
    alteration: ({ environment }) => ({
      request({ method, headers }) {
        if (method === 'GET' && headers.authorization === `Bearer ${environment.PENSTOCK_STRANGER_TOKEN}`)
          headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
  inRequests('junk that is taken', ['createSavedSearch'], TAKEN, ({ body }) => {
    if (body !== null && typeof body === 'object') delete body['x-unknown'];
  }),
  inRequests('text taken for a number', ['createAlert'], TAKEN, ({ body }) => {
    if (typeof body?.threshold === 'string') body.threshold = Number(body.threshold);
  }),
  inRequests('a query parameter that nobody knows, taken', ['listSavedSearches'], TAKEN, (request) => {
    request.url = request.url.replace('x-unknown=1', '');
  }),
  inRequests('a limit beyond its maximum, taken', ['listSavedSearches'], TAKEN, (request) => {
    request.url = request.url.replace('limit=1001', 'limit=1000');
  }),
  inRequests(
    'a body that is too large, taken',
    ['createSavedSearch'],
    /Must be refused with 413/,
    (request) => {
      if (request.headers['content-length'] === String(2 ** 20 + 1)) request.body = {};
    },
  ),
  inRequests(
    'If-Match that nobody looks at',
    ['updateSavedSearch'],
    /Must be refused with 412/,
    ({ headers }) => {
      delete headers['if-match'];
    },
  ),
  inRequests(
    'an Idempotency-Key that nobody looks at',
    ['createSavedSearch'],
    /must replay the first answer/,
    ({ headers }) => {
      delete headers['idempotency-key'];
    },
  ),
  inRequests('a cursor that nobody looks at', ['listSavedSearches'], /cursor|page/i, (request) => {
    request.url = request.url.replace(/cursor=[^&]*/, '');
  }),
  {
    name: 'a lost update',
    operations: ['updateSavedSearch'],
    finding: /./,
    // The change is read as one, answered like one, and never made.
    alteration: () => ({
      request(request) {
        if (request.method !== 'PUT' || !ONE_SEARCH.test(request.url)) return;
        if (request.headers.authorization === undefined || request.headers['if-match'] !== undefined) return;
        request.headers['x-lost'] = 'yes';
        request.method = 'GET';
      },
      answer({ status, body }, { headers, body: sent }) {
        if (headers['x-lost'] === 'yes' && status === 200) Object.assign(body.data, sent);
      },
    }),
  },
  {
    name: 'a deletion that deletes nothing',
    operations: ['deleteSavedSearch'],
    finding: /./,
    alteration: () => ({
      request(request) {
        if (request.method === 'DELETE' && ONE_SEARCH.test(request.url)) request.method = 'GET';
      },
    }),
  },
];

/** Every kind of fault that the kit is known to find. */
export const FAULTS: readonly Fault[] = [...ANSWER_FAULTS, ...REQUEST_FAULTS];

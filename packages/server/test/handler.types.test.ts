import type { ManagementOperations } from '@penstock/contract';
import { describe, expect, test } from 'vitest';
import type {
  BasicAuthenticator,
  CreateServerOptions,
  Handler,
  ManagementHandlers,
  OperationRequest,
  OperationResponse,
} from '../src/index.ts';
import {
  createManagementServer,
  createObservabilityServer,
  createServer,
  notImplemented,
  notImplementedGroup,
} from '../src/index.ts';

/**
 * Compile-fail tests: `tsc -p tsconfig.tests.json` fails if a line below an expectation does compile. The functions
 * are never called.
 */

interface Key {
  readonly id: string;
  readonly organization: string;
}

declare const handlers: ManagementHandlers<Key>;
declare const basicAuth: BasicAuthenticator<Key>;
declare const pipe: Extract<OperationResponse<ManagementOperations['getPipe']>, { status: 200 }>['body'];
declare const problem: Extract<OperationResponse<ManagementOperations['getPipe']>, { status: 404 }>['body'];

const ETAG = { ETag: '"7"' };

type GetPipe = Handler<ManagementOperations['getPipe'], Key>;
type CreatePipe = Handler<ManagementOperations['createPipe'], Key>;

const typeErrors = {
  complete: () => createManagementServer({ handlers, security: { basicAuth } }),

  missingOperation: () => {
    const { getPipe: _forgotten, ...rest } = handlers;
    // @ts-expect-error getPipe is missing
    return createManagementServer({ handlers: rest, security: { basicAuth } });
  },

  unknownOperation: () =>
    createManagementServer({
      // @ts-expect-error there is no operation getPipes
      handlers: { ...handlers, getPipes: () => ({ status: 200 as const, body: pipe, headers: ETAG }) },
      security: { basicAuth },
    }),

  // @ts-expect-error basicAuth is missing
  missingSecurity: () => createManagementServer({ handlers, security: {} }),

  unknownSecurity: () => {
    const bearerAuth = () => undefined;
    // @ts-expect-error bearerAuth belongs to the other surface
    return createManagementServer({ handlers, security: { basicAuth, bearerAuth } });
  },

  // @ts-expect-error security is missing
  noSecurity: () => createManagementServer({ handlers }),

  // @ts-expect-error the handlers are those of the other surface
  otherSurface: () => createObservabilityServer({ handlers, security: { bearerAuth: () => ({ id: 'a' }) } }),

  principalWithoutId: () =>
    // @ts-expect-error the rate limit needs an id
    createManagementServer({ handlers, security: { basicAuth: () => ({ organization: 'a' }) } }),

  otherPrincipal: () =>
    // @ts-expect-error the handlers need the organization, which this authenticator does not return
    createManagementServer({ handlers, security: { basicAuth: () => ({ id: 'a' }) } }),

  authorizer: () =>
    createManagementServer({
      handlers,
      security: { basicAuth },
      authorize: ({ organization }, { method, operationId }) => {
        if (method !== 'get') throw new Error(organization + operationId);
      },
    }),

  authorizerThatReturns: () =>
    // @ts-expect-error a returned false would reject nothing
    createManagementServer({ handlers, security: { basicAuth }, authorize: ({ id }) => id === 'a' }),

  authorizerOfAnother: () =>
    createManagementServer({
      handlers,
      security: { basicAuth },
      // @ts-expect-error the principal has no role
      authorize: ({ role }) => void role,
    }),

  inferredPrincipal: () =>
    createServer({
      management: {
        security: { basicAuth: async ({ username }) => ({ id: username, organization: 'a' }) },
        handlers: {
          ...handlers,
          getPipe: (_request, { principal }) => {
            const organization: string = principal.organization;
            // @ts-expect-error the authenticator does not return a colour
            const colour: string = principal.colour;
            return { status: 200, body: { ...pipe, requestId: organization + colour }, headers: ETAG };
          },
        },
      },
    }),
};

const responses = {
  good: (() => ({ status: 200, body: pipe, headers: ETAG })) satisfies GetPipe,
  asynchronous: (async () => ({ status: 404, body: problem })) satisfies GetPipe,
  withOptionalHeader: (() => ({
    status: 200,
    body: pipe,
    headers: { ...ETAG, 'Idempotency-Replayed': 'true' },
  })) satisfies CreatePipe,
  withoutOptionalHeader: (() => ({ status: 200, body: pipe, headers: ETAG })) satisfies CreatePipe,
  withNumber: (() => ({ status: 503, body: problem, headers: { 'Retry-After': 7 } })) satisfies GetPipe,

  // @ts-expect-error 201 is not declared
  wrongStatus: (() => ({ status: 201, body: pipe, headers: ETAG })) satisfies GetPipe,

  // @ts-expect-error a pipe is no problem
  wrongBodyForStatus: (() => ({ status: 404, body: pipe })) satisfies GetPipe,

  // @ts-expect-error the envelope is missing
  wrongBody: (() => ({ status: 200, body: pipe.result, headers: ETAG })) satisfies GetPipe,

  // @ts-expect-error the body is missing
  withoutBody: (() => ({ status: 200, headers: ETAG })) satisfies GetPipe,

  // @ts-expect-error the header is not declared
  undeclaredHeader: (() => ({
    status: 200,
    body: pipe,
    headers: { ...ETAG, 'Set-Cookie': 'a' },
  })) satisfies GetPipe,

  // @ts-expect-error the server sets this header
  serverOwnedHeader: (() => ({
    status: 200,
    body: pipe,
    headers: { ...ETAG, 'X-Request-Id': 'a' },
  })) satisfies GetPipe,

  // @ts-expect-error the contract requires an ETag on this response
  noHeaders: (() => ({ status: 200, body: pipe })) satisfies GetPipe,

  // @ts-expect-error … and a property without it does not do
  emptyHeaders: (() => ({ status: 200, body: pipe, headers: {} })) satisfies GetPipe,

  // @ts-expect-error the header is text
  wrongHeaderType: (() => ({ status: 200, body: pipe, headers: { ETag: 7 } })) satisfies GetPipe,

  // @ts-expect-error the header is `true` or absent
  wrongHeaderValue: (() => ({
    status: 200,
    body: pipe,
    headers: { ...ETAG, 'Idempotency-Replayed': 'false' },
  })) satisfies CreatePipe,

  // @ts-expect-error the header belongs to another status
  headerOfOtherStatus: (() => ({ status: 404, body: problem, headers: ETAG })) satisfies GetPipe,
};

const leftOut = {
  byName: () => {
    const { getPipe: _later, ...rest } = handlers;
    return createManagementServer({
      handlers: { ...rest, ...notImplemented('getPipe') },
      security: { basicAuth },
    });
  },

  byGroup: () => {
    const { listStackAlerts, createStackAlert, getStackAlert, updateStackAlert, deleteStackAlert, ...rest } =
      handlers;
    return createManagementServer({
      handlers: { ...rest, ...notImplementedGroup('management', 'alerts') },
      security: { basicAuth },
    });
  },

  otherGroup: () => {
    const { listStackAlerts: _later, ...rest } = handlers;
    return createManagementServer({
      // @ts-expect-error listStackAlerts is in the group of alerts
      handlers: { ...rest, ...notImplementedGroup('management', 'webhooks') },
      security: { basicAuth },
    });
  },

  // @ts-expect-error there is no such operation
  unknownName: () => notImplemented('getPipes'),

  // @ts-expect-error there are no pipes on this surface
  unknownGroup: () => notImplementedGroup('observability', 'pipes'),
};

const requests = {
  typed: ((request) => {
    const id: string = request.params.pipeId;
    const none: undefined = request.body;
    return { status: 200, body: { ...pipe, requestId: id + none }, headers: ETAG };
  }) satisfies GetPipe,

  unknownParameter: ((request) => {
    // @ts-expect-error there is no such parameter
    const id: string = request.params.pipeID;
    return { status: 200, body: { ...pipe, requestId: id }, headers: ETAG };
  }) satisfies GetPipe,

  body: ((request) => {
    const name: string = request.body.name;
    const key: string | undefined = request.headers['Idempotency-Key'];
    // A request has write-only properties …
    const password = request.body.source.kafka?.credentials?.password;
    // @ts-expect-error … and a response does not
    const returned = pipe.result.source.kafka?.credentials;
    // @ts-expect-error there is no such property
    const colour = request.body.colour;
    return {
      status: 200,
      body: { ...pipe, requestId: `${name}${key}${password}${returned}${colour}` },
      headers: ETAG,
    };
  }) satisfies CreatePipe,
};

describe('types', () => {
  test('convert query parameters', () => {
    const request: OperationRequest<ManagementOperations['listStackDashboards']>['query'] = { limit: 7 };
    const limit: number | undefined = request.limit;
    expect(limit).toBe(7);
  });

  test('let either surface be left out', () => {
    const options: CreateServerOptions<Key, Key> = {};
    expect(options).toEqual({});
  });

  test('are checked by the compiler, see above', () => {
    expect(Object.keys({ ...typeErrors, ...responses, ...leftOut, ...requests }).length).toBeGreaterThan(30);
  });
});

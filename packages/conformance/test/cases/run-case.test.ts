import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseChecks } from '../../src/cases/case-checks.ts';
import { invalidExampleChecks } from '../../src/cases/invalid-examples.ts';
import { type Alteration, alteredServer } from '../support/altering-proxy.ts';
import { caseFolder } from '../support/case-folder.ts';
import { type CheckedServer, openCheckedServer } from '../support/reference-server.ts';
import { resultsOn, violationsOf } from '../support/run-checks.ts';

// Reading the files takes longer than most tests.
const CASES = caseChecks();

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

// `pnpm verify` runs the kit, with every case, against the built server.
test('every eighth case passes on the reference server', async () => {
  const results = await resultsOn(
    server,
    CASES.filter((_, index) => index % 8 === 0),
  );
  expect(violationsOf(results)).toEqual([]);
  const others = results.filter(({ outcome }) => outcome !== 'passed');
  // Operations that need an engine, which this server does not have; the steps before their 501 were met.
  expect(others.filter(({ reason = '' }) => !/^\w+ is not implemented: /.test(reason))).toEqual([]);
});

test('every invalid example of the contract is rejected as it declares', async () => {
  const checks = invalidExampleChecks();
  expect(checks.length).toBeGreaterThan(40);
  expect(violationsOf(await resultsOn(server, checks))).toEqual([]);
});

test('an invalid example that a server accepts is a violation', async () => {
  const checks = invalidExampleChecks().filter(({ id }) => id === 'case/createPipe/invalid.unknown-property');
  const lenient = await alteredServer(server, {
    response: (response) => {
      if (response.status === 400) Object.assign(response, { body: { ...response.body, errors: [] } });
    },
  });
  expect(violationsOf(await resultsOn(lenient, checks))).toContainEqual(
    expect.stringContaining('invalid.unknown-property.yaml: errors has no entry'),
  );
});

describe('an unexpected response is a violation with the line of the step', () => {
  const expectations: readonly [expected: string, violation: string][] = [
    ['status: 404, code: resource_not_found', 'the status is 200, expected 404'],
    ['headers: { ETag: "x" }', 'the header ETag is "\\"1\\"", expected "x"'],
    ['headers: { ETag: { absent: true } }', 'the header ETag is "\\"1\\"", expected none'],
    ['headers: { ETag: { not: $(source.ETag) } }', 'the header ETag is still "\\"1\\""'],
    ['headers: { ETag: { matches: ^W/ } }', 'the header ETag is "\\"1\\"", which does not match ^W/'],
    ['headers: { Allow: GET }', 'the header Allow is null, expected "GET"'],
    ['headers: { Allow: { matches: GET } }', 'the header Allow is missing'],
    ['result: { kind: trace }', '/kind of the result is "log", expected "trace"'],
    ['result: { from: { tableName: [] } }', '/from/tableName of the result is "otel_logs", expected []'],
    ['result: { colour: red }', '/colour of the result is nothing, expected "red"'],
    ['result: []', 'the result is {'],
    ['absent: [/kind]', '/kind of the result is "log", expected nothing'],
    ['matches: { /kind: ^t }', '/kind of the result is "log", which does not match ^t'],
    ['matches: { /from: . }', '/from of the result is {'],
    ['not: { /kind: log }', '/kind of the result is "log", which is not allowed'],
    ['result: $(source/nothing)', '$(source/nothing) does not exist'],
  ];
  test.each(expectations)('%s', async (expected, violation) => {
    const text = `title: A source has another value
source: [this test]
given: [source]
steps:
  - send: getSource
    path: { sourceId: $(source/id) }
    expect: { ${expected} }
  - send: deleteSource
    path: { sourceId: nothing-of-this-is-sent }
`;
    expect(await violationsIn('getSource/x.yaml', text)).toEqual([
      expect.stringContaining(`cases/getSource/x.yaml:5: ${violation}`),
    ]);
  });

  const ofLists: readonly [expected: string, violation: string][] = [
    ['result: []', 'the result has '],
    ['includes: [{ id: nowhere }]', 'the list contains {"id":"nowhere"} 0 times, expected once'],
    ['includes: [{ id: $(two/1/id) }, { id: $(two/0/id) }]', 'in another order'],
    ['excludes: [{ id: $(two/1/id) }]', 'the list contains {"id"'],
    ['ascending: /kind', 'which is not greater than'],
    ['more: true', 'there is no next page, expected one'],
  ];
  test.each(ofLists)('in a list: %s', async (expected, violation) => {
    const text = `title: A list has other items
source: [this test]
steps:
  - send: createSource
    example: log
    times: 2
    save: two
  - send: listSources
    query: { limit: 1000 }
    pages: all
    expect: { ${expected} }
`;
    const [found = ''] = await violationsIn('listSources/x.yaml', text);
    expect(found).toContain('cases/listSources/x.yaml:8: ');
    expect(found).toContain(violation);
  });

  const errorResponses: readonly [expected: string, violation: string][] = [
    ['', 'the status is 400 (validation_failed [{"pointer":"/name","code":"required"}]), expected 200'],
    [
      'status: 400, code: malformed_json',
      'the problem code is "validation_failed", expected "malformed_json"',
    ],
    [
      'status: 400, code: validation_failed, errors: [{ pointer: /title, code: required }]',
      'errors has no entry {"pointer":"/title","code":"required"}, only [{"pointer":"/name","code":"required"}]',
    ],
  ];
  test.each(errorResponses)('in an error response: %s', async (expected, violation) => {
    const text = `title: A dashboard is rejected for another reason
source: [this test]
steps:
  - send: createDashboard
    body: {}
${expected === '' ? '' : `    expect: { ${expected} }`}
`;
    expect(await violationsIn('createDashboard/x.yaml', text)).toEqual([
      expect.stringContaining(`cases/createDashboard/x.yaml:4: ${violation}`),
    ]);
  });

  test('in a wait: a state that is never reached', async () => {
    const text = `title: A pipe reaches a state that does not exist
source: [this test]
given: [kafka-pipe]
steps:
  - send: getPipe
    path: { pipeId: $(pipe/id) }
    until: { state: Flying }
`;
    expect(await violationsIn('getPipe/x.yaml', text, 100)).toEqual([
      expect.stringContaining('cases/getPipe/x.yaml:5: the result never contained {"state":"Flying"}'),
    ]);
  });
});

describe('a server with a defect has a violation in', () => {
  const defects: readonly [name: string, defect: string, alteration: Alteration][] = [
    [
      'updatePipe/absent-is-unchanged',
      'a lost update',
      { request: (request) => request.method === 'PATCH' && Object.assign(request, { method: 'GET' }) },
    ],
    ['updatePipe/if-match', 'If-Match ignored', { request: ({ headers }) => delete headers['if-match'] }],
    [
      'createPipe/repeated',
      'Idempotency-Key ignored',
      { request: ({ headers }) => delete headers['idempotency-key'] },
    ],
    [
      'listPipes/pages',
      'a cursor ignored',
      { request: (request) => Object.assign(request, { url: request.url.replace(/cursor=[^&]*/, '') }) },
    ],
    [
      'listPipes/stable-pages',
      'a circular cursor',
      { request: (request) => Object.assign(request, { url: request.url.replace(/&?cursor=[^&]*/, '') }) },
    ],
    [
      'listPipes/unknown-parameter',
      'an unknown parameter ignored',
      { request: (request) => Object.assign(request, { url: request.url.replace(/\?status=\w+/, '') }) },
    ],
    [
      'listAlerts/filters',
      'a filter ignored',
      {
        request: (request) =>
          Object.assign(request, { url: request.url.replace(/\?dashboardId=[\w-]+/, '') }),
      },
    ],
    [
      'updateDashboard/clears',
      'a replacement that merges',
      { response: ({ body }) => body.data?.name && Object.assign(body.data, { tags: ['old'] }) },
    ],
    [
      'createPipe/azure',
      'a connection string that is not masked',
      {
        response: ({ body }) => {
          const storage = body.result?.source?.objectStorage;
          if (storage) storage.connectionString = 'AccountName=shop;AccountKey=cGxhbnRlZC1hY2NvdW50LWtleQ==';
        },
      },
    ],
    [
      'getSource/stranger',
      'access for another tenant',
      {
        request: ({ method, headers }) => {
          if (method === 'GET') headers.authorization = `Bearer ${server.environment.PENSTOCK_TOKEN}`;
        },
      },
    ],
    [
      'createSource/reader',
      'a reader that may write',
      {
        request: ({ method, headers }) => {
          if (method === 'PUT') headers.authorization = `Bearer ${server.environment.PENSTOCK_TOKEN}`;
        },
      },
    ],
    [
      'deleteWebhook/gone',
      'a deletion that deletes nothing',
      {
        request: (request) => request.method === 'DELETE' && Object.assign(request, { method: 'GET' }),
        response: (response, { method }) => method === 'GET' && Object.assign(response, { body: {} }),
      },
    ],
  ];
  test.each(defects)('%s: %s', async (name, _defect, alteration) => {
    const checks = CASES.filter(({ id }) => id === `case/${name}`);
    expect(violationsOf(await resultsOn(server, checks))).toEqual([]);
    const [result] = await resultsOn(await alteredServer(server, alteration), checks);
    expect(result?.outcome).toBe('failed');
    expect(result?.violations.map(({ message }) => message).join()).toMatch(/cases\/.*\.yaml:\d+: /);
  });
});

const GIVEN = {
  'given/source.yaml': `title: A source, saved as source
steps:
  - send: createSource
    example: log
    save: source
`,
  'given/kafka-pipe.yaml': `title: A pipe, saved as pipe
steps:
  - send: createPipe
    example: kafka
    save: pipe
`,
};

/** What a case finds on the reference server, on the surface of its folder. */
async function violationsIn(file: string, text: string, waitMs?: number): Promise<string[]> {
  const folder = file.replace(/\/.*/, '');
  const checks = caseChecks(caseFolder({ ...GIVEN, [file]: text }));
  const results = await resultsOn(
    server,
    checks.filter(({ operationId }) => operationId === folder),
    waitMs,
  );
  return results.flatMap(({ violations }) => violations.map(({ message }) => message));
}

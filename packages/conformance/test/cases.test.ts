import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseChecks } from '../src/cases/checks.ts';
import { invalidExampleChecks } from '../src/cases/invalid-examples.ts';
import { type Alteration, alteredServer } from './altering-proxy.ts';
import { caseFolder } from './case-folder.ts';
import { type CheckedServer, openCheckedServer } from './reference-server.ts';
import { findingsOf, verdictsOn } from './run-checks.ts';

// Reading the files takes longer than most tests.
const CASES = caseChecks();

let server: CheckedServer;
beforeAll(async () => {
  server = await openCheckedServer();
});
afterAll(() => server.stop());

test('every case passes on the reference server', { timeout: 180_000 }, async () => {
  const verdicts = await verdictsOn(server, CASES);
  expect(findingsOf(verdicts)).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

test('every body that the contract shows as invalid is refused as it says', async () => {
  const checks = invalidExampleChecks();
  expect(checks.length).toBeGreaterThan(40);
  expect(findingsOf(await verdictsOn(server, checks))).toEqual([]);
});

test('a body that the contract shows as invalid and a server takes is found', async () => {
  const checks = invalidExampleChecks().filter(({ id }) => id === 'case/createPipe/invalid.unknown-property');
  const lenient = await alteredServer(server, {
    answer: (answer) => {
      if (answer.status === 400) Object.assign(answer, { body: { ...answer.body, errors: [] } });
    },
  });
  expect(findingsOf(await verdictsOn(lenient, checks))).toContainEqual(
    expect.stringContaining('invalid.unknown-property.yaml: errors has no entry'),
  );
});

describe('what is not as expected is a finding with the line of the step', () => {
  const expectations: readonly [expected: string, finding: string][] = [
    ['status: 404, code: resource_not_found', 'the status is 200, expected was 404'],
    ['headers: { ETag: "x" }', 'the header ETag is "\\"1\\"", expected was "x"'],
    ['headers: { ETag: { absent: true } }', 'the header ETag is "\\"1\\"", expected was none'],
    ['headers: { ETag: { not: $(source.ETag) } }', 'the header ETag is still "\\"1\\""'],
    ['headers: { ETag: { matches: ^W/ } }', 'the header ETag is "\\"1\\"", which does not match ^W/'],
    ['headers: { Allow: GET }', 'the header Allow is null, expected was "GET"'],
    ['headers: { Allow: { matches: GET } }', 'there is no header Allow'],
    ['result: { kind: trace }', '/kind of the result is "log", expected was "trace"'],
    ['result: { from: { tableName: [] } }', '/from/tableName of the result is "otel_logs", expected was []'],
    ['result: { colour: red }', '/colour of the result is nothing, expected was "red"'],
    ['result: []', 'the result is {'],
    ['absent: [/kind]', '/kind of the result is "log", expected was nothing'],
    ['matches: { /kind: ^t }', '/kind of the result is "log", which does not match ^t'],
    ['matches: { /from: . }', '/from of the result is {'],
    ['not: { /kind: log }', '/kind of the result is "log", which it must not be'],
    ['result: $(source/nothing)', 'there is no $(source/nothing)'],
  ];
  test.each(expectations)('%s', async (expected, finding) => {
    const text = `title: A source is not what it is
source: [this test]
given: [source]
steps:
  - send: getSource
    path: { sourceId: $(source/id) }
    expect: { ${expected} }
  - send: deleteSource
    path: { sourceId: nothing-of-this-is-sent }
`;
    expect(await findingsIn('getSource/x.yaml', text)).toEqual([
      expect.stringContaining(`cases/getSource/x.yaml:5: ${finding}`),
    ]);
  });

  const ofLists: readonly [expected: string, finding: string][] = [
    ['result: []', 'the result has '],
    ['includes: [{ id: nowhere }]', 'the list has {"id":"nowhere"} 0 times, expected was once'],
    ['includes: [{ id: $(two/1/id) }, { id: $(two/0/id) }]', 'in another order'],
    ['excludes: [{ id: $(two/1/id) }]', 'the list has {"id"'],
    ['ascending: /kind', 'which is not greater than'],
    ['more: true', 'there is no next page, expected was one'],
  ];
  test.each(ofLists)('of a list: %s', async (expected, finding) => {
    const text = `title: A list is not what it is
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
    const [found = ''] = await findingsIn('listSources/x.yaml', text);
    expect(found).toContain('cases/listSources/x.yaml:8: ');
    expect(found).toContain(finding);
  });

  const refusals: readonly [expected: string, finding: string][] = [
    ['', 'the status is 400 (validation_failed [{"pointer":"/name","code":"required"}]), expected was 200'],
    [
      'status: 400, code: malformed_json',
      'the code of the problem is "validation_failed", expected was "malformed_json"',
    ],
    [
      'status: 400, code: validation_failed, errors: [{ pointer: /title, code: required }]',
      'errors has no entry {"pointer":"/title","code":"required"}, but [{"pointer":"/name","code":"required"}]',
    ],
  ];
  test.each(refusals)('of a refusal: %s', async (expected, finding) => {
    const text = `title: A dashboard is not refused as it is
source: [this test]
steps:
  - send: createDashboard
    body: {}
${expected === '' ? '' : `    expect: { ${expected} }`}
`;
    expect(await findingsIn('createDashboard/x.yaml', text)).toEqual([
      expect.stringContaining(`cases/createDashboard/x.yaml:4: ${finding}`),
    ]);
  });

  test('of waiting: the state that never came', async () => {
    const text = `title: A pipe becomes what no pipe becomes
source: [this test]
given: [kafka-pipe]
steps:
  - send: getPipe
    path: { pipeId: $(pipe/id) }
    until: { state: Flying }
`;
    expect(await findingsIn('getPipe/x.yaml', text, 100)).toEqual([
      expect.stringContaining('cases/getPipe/x.yaml:5: the result never had {"state":"Flying"}'),
    ]);
  });
});

describe('a server with a fault is found out by', () => {
  const faults: readonly [name: string, fault: string, alteration: Alteration][] = [
    [
      'updatePipe/absent-is-unchanged',
      'an update that is lost',
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
      'a cursor that leads nowhere',
      { request: (request) => Object.assign(request, { url: request.url.replace(/cursor=[^&]*/, '') }) },
    ],
    [
      'listPipes/stable-pages',
      'a cursor that leads to where it came from',
      { request: (request) => Object.assign(request, { url: request.url.replace(/&?cursor=[^&]*/, '') }) },
    ],
    [
      'listPipes/unknown-parameter',
      'an unknown parameter that is ignored',
      { request: (request) => Object.assign(request, { url: request.url.replace(/\?status=\w+/, '') }) },
    ],
    [
      'listAlerts/filters',
      'a filter that is ignored',
      {
        request: (request) =>
          Object.assign(request, { url: request.url.replace(/\?dashboardId=[\w-]+/, '') }),
      },
    ],
    [
      'updateDashboard/clears',
      'a replacement that merges',
      { answer: ({ body }) => body.data?.name && Object.assign(body.data, { tags: ['old'] }) },
    ],
    [
      'createPipe/azure',
      'a connection string that is not masked',
      {
        answer: ({ body }) => {
          const storage = body.result?.source?.objectStorage;
          if (storage) storage.connectionString = 'AccountName=shop;AccountKey=cGxhbnRlZC1hY2NvdW50LWtleQ==';
        },
      },
    ],
    [
      'getSource/stranger',
      'another tenant that is let in',
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
        answer: (answer, { method }) => method === 'GET' && Object.assign(answer, { body: {} }),
      },
    ],
  ];
  test.each(faults)('%s: %s', async (name, _fault, alteration) => {
    const checks = CASES.filter(({ id }) => id === `case/${name}`);
    expect(findingsOf(await verdictsOn(server, checks))).toEqual([]);
    const [verdict] = await verdictsOn(await alteredServer(server, alteration), checks);
    expect(verdict?.outcome).toBe('failed');
    expect(verdict?.findings.map(({ message }) => message).join()).toMatch(/cases\/.*\.yaml:\d+: /);
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
async function findingsIn(file: string, text: string, patienceMs?: number): Promise<string[]> {
  const folder = file.replace(/\/.*/, '');
  const checks = caseChecks(caseFolder({ ...GIVEN, [file]: text }));
  const verdicts = await verdictsOn(
    server,
    checks.filter(({ operationId }) => operationId === folder),
    patienceMs,
  );
  return verdicts.flatMap(({ findings }) => findings.map(({ message }) => message));
}

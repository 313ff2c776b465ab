import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@penstock/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CaseFileError } from '../../src/cases/diagnostic.ts';
import { loadCases } from '../../src/cases/load-cases.ts';
import { caseFolder } from '../support/case-folder.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const HEAD = `title: A pipe does what it should\nsource: [D-20]\n`;

/** Returns the diagnostics of these files. */
function diagnosticsIn(files: Readonly<Record<string, string>>): string[] {
  try {
    loadCases(caseFolder(files));
  } catch (error) {
    if (!(error instanceof CaseFileError)) throw error;
    return error.message.split('\n');
  }
  return [];
}

describe('an error in a case file is reported with its line and what to do', () => {
  const errors: readonly [what: string, steps: string, expected: string][] = [
    [
      'an operation that does not exist',
      'steps:\n  - send: getPipes\n',
      '4: The contract has no operation getPipes. Did you mean getPipe?',
    ],
    [
      'a key that does not exist',
      'steps:\n  - send: listPipes\n    expects: { status: 200 }\n',
      '5: The key expects is unknown here. Remove it, or use a key that cases/README.md lists.',
    ],
    [
      'a caller who does not exist',
      'steps:\n  - send: listPipes\n    as: root\n',
      '5: as must be one of admin, reader, stranger, anonymous, impostor.',
    ],
    [
      'something that was not saved',
      'steps:\n  - send: listPipes\n    save: page\n  - send: getPipe\n    path: { pipeId: $(pipe/id) }\n',
      '7: No step before this one saves pipe; saved so far: page.',
    ],
    [
      'something that is saved too late',
      'steps:\n  - send: listPipes\n    expect: { result: $(page) }\n    save: page\n',
      '5: No step before this one saves page.',
    ],
    [
      'a path parameter that is missing',
      'steps:\n  - send: getPipe\n',
      '4: The path needs pipeId. Add it to path.',
    ],
    [
      'a path parameter that does not exist',
      'steps:\n  - send: listPipes\n    path:\n      pipeId: x\n',
      '6: The path has no parameter pipeId; it has organizationId, serviceId.',
    ],
    [
      'a query parameter that does not exist',
      'steps:\n  - send: listPipes\n    query: { stat: x }\n',
      '5: The operation has no query parameter stat; it has limit, cursor, state, name.',
    ],
    [
      'an example that does not exist',
      'steps:\n  - send: createPipe\n    example: nats\n',
      '5: createPipe has no request example nats; it has kafka, objectStorage, kinesis, postgres, kafkaMutualTls, kafkaEventHubs, gcs, paused.',
    ],
    [
      'two bodies',
      'steps:\n  - send: createPipe\n    body: {}\n    example: kafka\n',
      '6: The body already comes from body. Keep one of the two.',
    ],
    [
      'a body of an operation without one',
      'steps:\n  - send: listPipes\n    body: {}\n',
      '5: listPipes has no request body. Remove it.',
    ],
    [
      'no body where one is needed',
      'steps:\n  - send: createPipe\n',
      '4: createPipe needs a body. Add body or example.',
    ],
    [
      'a change without a body',
      'steps:\n  - send: createPipe\n    set: { /name: x }\n    expect: { status: 400 }\n',
      '4: There is no body to change. Add body or example.',
    ],
    [
      'an invalid pointer',
      'steps:\n  - send: createPipe\n    example: kafka\n    remove: [name]\n',
      '6: remove must match pattern "^(/([^~]|~[01])*)?$". A JSON pointer (RFC 6901), such as /source/kafka.',
    ],
    [
      'a status that the operation never has',
      'steps:\n  - send: listPipes\n    expect:\n      status: 201\n',
      '6: The operation does not declare the status 201; it declares 200, 400, 401, 404, 405, 429, 500, 503.',
    ],
    [
      'a code that does not exist',
      'steps:\n  - send: listPipes\n    expect: { status: 400, code: bad_cursor }\n',
      '5: The contract has no problem bad_cursor. Did you mean invalid_cursor?',
    ],
    [
      'a code of another status',
      'steps:\n  - send: listPipes\n    expect: { status: 400, code: forbidden }\n',
      '5: forbidden has the status 403, not 400. Change status, or use another code.',
    ],
    [
      'entries without a code',
      'steps:\n  - send: listPipes\n    expect: { status: 400, errors: [{ parameter: limit, code: x }] }\n',
      '5: A problem also has a code. Add code.',
    ],
    [
      'pages of an operation without a list',
      'steps:\n  - send: createPipe\n    example: kafka\n    pages: all\n',
      '6: pages is only for operations that return a list.',
    ],
    [
      'an invalid pattern',
      "steps:\n  - send: listPipes\n    expect: { matches: { /0/id: '[' } }\n",
      '5: /0/id must match format "regex".',
    ],
    [
      'a fixture that does not exist',
      'given: [pipe]\nsteps:\n  - send: listPipes\n',
      '3: cases/given has no pipe; it has nothing.',
    ],
    [
      'a case about another operation',
      'steps:\n  - send: listAlerts\n',
      '3: No step sends listPipes. Move the case to another folder.',
    ],
    ['invalid YAML', 'steps: [\n', '4: The file is not YAML: '],
    [
      'a missing anchor',
      'steps:\n  - send: listPipes\n    headers: *none\n',
      '5: The file is not YAML: no anchor &none is defined before *none.',
    ],
  ];
  test.each(errors)('%s', (_what, steps, expected) => {
    const folder = /send: (createPipe|getPipe)\n/.exec(steps)?.[1] ?? 'listPipes';
    expect(diagnosticsIn({ [`${folder}/x.yaml`]: HEAD + steps })[0]).toContain(
      `${folder}/x.yaml:${expected}`,
    );
  });

  test('any value of any field', () => {
    const fields = [
      'send',
      'as',
      'path',
      'query',
      'headers',
      'body',
      'example',
      'text',
      'set',
      'remove',
      'times',
    ];
    const more = ['pages', 'until', 'expect', 'save', 'tenant'];
    const step = fc.record({ send: fc.constant('createPipe'), example: fc.constant('kafka') });
    const broken = fc.tuple(step, fc.constantFrom(...fields, ...more), fc.jsonValue());
    fc.assert(
      fc.property(broken, ([good, field, value]) => {
        const text = `${HEAD}steps: ${JSON.stringify([{ ...good, [field]: value }])}\n`;
        // The file is loaded, or reported with its line.
        for (const diagnostic of diagnosticsIn({ 'createPipe/x.yaml': text }))
          expect(diagnostic).toMatch(/^createPipe\/x\.yaml:[1-9]\d*: .+/);
      }),
    );
  });

  test('a folder that is not an operation', () => {
    expect(diagnosticsIn({ 'pipes/x.yaml': `${HEAD}steps:\n  - send: listPipes\n` })).toEqual([
      'pipes/x.yaml:1: The folder pipes is not an operation. Rename it, or move the case.',
    ]);
  });

  test.each(['x.yaml', 'listPipes/x.yml', 'listPipes/below/x.yaml'])(
    'a file with an unexpected path: %s',
    (file) => {
      expect(diagnosticsIn({ [file]: `${HEAD}steps:\n  - send: listPipes\n` })).toEqual([
        `${file}:1: A case file is named <operationId>/<name>.yaml. Move or rename the file.`,
      ]);
    },
  );

  test('a title and a source that are missing', () => {
    expect(diagnosticsIn({ 'listPipes/x.yaml': 'steps:\n  - send: listPipes\n' })).toEqual([
      'listPipes/x.yaml:1: title is missing. Add it.',
      'listPipes/x.yaml:1: source is missing. Add it.',
    ]);
  });

  test('every diagnostic of every file at once, and those of fixtures once', () => {
    const given = 'title: A page\nsteps:\n  - send: listPipe\n    save: page\n';
    const steps = 'given: [page]\nsteps:\n  - send: listPipes\n    expect: { result: $(pages) }\n';
    const files = {
      'given/page.yaml': given,
      'listPipes/a.yaml': HEAD + steps,
      'listPipes/b.yaml': HEAD + steps,
    };
    expect(diagnosticsIn(files)).toEqual([
      'given/page.yaml:3: The contract has no operation listPipe. Did you mean listPipes?',
      'listPipes/a.yaml:6: No step before this one saves pages; saved so far: page.',
      'listPipes/b.yaml:6: No step before this one saves pages; saved so far: page.',
    ]);
  });
});

describe('the cases of the kit', () => {
  const cases = loadCases();

  test('send every operation', () => {
    const sent = new Set(cases.flatMap(({ steps }) => steps.map(({ send }) => send)));
    expect(Object.keys(operations).filter((id) => !sent.has(id as never))).toEqual([]);
  });

  test('have unique names', () => {
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('about the stack run on both surfaces, with the operations of each', () => {
    const twins = cases.filter(({ name }) => /^create(Stack)?Alert\/tile$/.test(name));
    expect(twins.map(({ steps }) => steps.map(({ send }) => send))).toEqual([
      ['createSource', 'createDashboard', 'createWebhook', 'createAlert'],
      ['createStackSource', 'createStackDashboard', 'createStackWebhook', 'createStackAlert'],
    ]);
  });

  test('cover the decisions that their README lists, which are all decisions', () => {
    const idsIn = (text: string) => [...new Set(text.match(/D-\d\d/g))].sort();
    const readme = readFileSync(join(PACKAGE, 'cases/README.md'), 'utf8');
    const [table = '', others = ''] = readme.slice(readme.indexOf('| decision')).split('Not visible');
    expect(idsIn(table)).toEqual(idsIn(cases.flatMap(({ source }) => source).join()));
    const register = readFileSync(join(PACKAGE, '../../openapi/guidelines/decisions.md'), 'utf8');
    expect(idsIn(table + others)).toEqual(idsIn(register));
  });

  test('match the example in their README', () => {
    const [, example = ''] =
      /```yaml\n(.*?)```/s.exec(readFileSync(join(PACKAGE, 'cases/README.md'), 'utf8')) ?? [];
    const given = ['given/kafka-pipe.yaml', 'given/running-kafka-pipe.yaml'].map((file) => [
      file,
      readFileSync(join(PACKAGE, 'cases', file), 'utf8'),
    ]);
    expect(diagnosticsIn({ 'updatePipe/example.yaml': example, ...Object.fromEntries(given) })).toEqual([]);
  });

  test('declare their schema for editors', () => {
    const files = readdirSync(join(PACKAGE, 'cases'), { recursive: true, encoding: 'utf8' });
    const first = (file: string) => readFileSync(join(PACKAGE, 'cases', file), 'utf8').split('\n', 1)[0];
    const lines = new Set(files.filter((file) => file.endsWith('.yaml')).map(first));
    expect([...lines].sort()).toEqual([
      '# yaml-language-server: $schema=../case.schema.json',
      '# yaml-language-server: $schema=../case.schema.json#/$defs/fixture',
    ]);
  });

  test('imply the capabilities that they need', () => {
    const needs = (name: string) => cases.find((one) => one.name === name)?.needs;
    expect(needs('createPipe/reader')).toEqual(['pipes', 'reader', 'filters']);
    expect(needs('deleteWebhook/in-use')).toEqual([
      'sources',
      'saved-searches',
      'webhooks',
      'alerts',
      'references',
    ]);
    expect(needs('updatePipe/if-match')).toEqual(['pipes', 'pipe-life-cycle', 'entity-tags']);
    expect(needs('createPipe/keys-of-two')).toEqual(['pipes', 'idempotency', 'second-tenant']);
  });
});

import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../src/cli.ts';
import { type ContractFolder, contractFolder } from './support/contract-folder.ts';

const base = join(import.meta.dirname, '../corpus/base.yaml');
const propertyRemoved = { components: { schemas: { Pipe: { properties: { region: null } } } } };

let out = '';
let err = '';

beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
});

afterEach(() => vi.restoreAllMocks());

describe('diff', () => {
  test('is 0 for a document and itself', async () => {
    expect(await run(['diff', base, base])).toBe(0);
    expect(out).toContain('Nothing has changed');
  });

  test('is 1 for a breaking change, with its location and an alternative', async () => {
    const folder = await contractFolder(propertyRemoved);

    expect(await run(['diff', join(folder.baseline, 'pipes.json'), join(folder.current, 'pipes.json')])).toBe(
      1,
    );

    expect(out).toMatch(/BREAKING {2}Property `region` of `Pipe` was removed\./);
    expect(out).toMatch(/baseline\/pipes\.json:\d+/);
    expect(out).toContain('GET /v1/pipes');
    expect(out).toContain('mark it `deprecated`');
  });

  test('compares YAML with JSON, and a document in several files with one in a single file', async () => {
    const folder = await contractFolder();
    await folder.write('current/pipe.yaml', 'type: object\nproperties: { id: { type: string } }\n');
    const split = await folder.write('current/split.yaml', small('pipe.yaml'));
    const single = await folder.write(
      'current/single.yaml',
      `${small('#/components/schemas/pipe')}components: { schemas: { pipe: { type: object, properties: { id: { type: integer } } } } }\n`,
    );

    expect(await run(['diff', base, join(folder.baseline, 'pipes.json')])).toBe(0);
    expect(await run(['diff', split, single])).toBe(1);
    expect(out).toContain('integer');
  });

  test('writes a report for machines to a file', async () => {
    const folder = await contractFolder(propertyRemoved);
    const files = ['baseline', 'current'].map((name) => join(dirname(folder.baseline), name, 'pipes.json'));

    expect(await run(['diff', ...files, '--report', 'json'])).toBe(1);

    expect(JSON.parse(out)).toMatchObject({
      breaking: true,
      bump: 'major',
      changes: [{ rule: 'property-removed' }],
    });
    out = '';
    const report = join(folder.current, 'report.txt');
    expect(await run(['diff', ...files, '--output', report])).toBe(1);
    expect(out).toBe(`1 breaking change (1 stable). The report is in ${report}.\n`);
    expect(await readFile(report, 'utf8')).toContain('BREAKING');
    expect(await run(['diff', ...files, '--output', join(folder.current, 'no', 'report.txt')])).toBe(2);
  });
});

describe('undecided', () => {
  test.for<[name: string, content: string, output: RegExp]>([
    ['empty', ' \n', /is empty/],
    ['no YAML', 'openapi: 3.1.0\npaths:\n  - a: [\n', /document\.yaml:\d+ is neither YAML nor JSON/],
    ['two documents', 'a: 1\n---\nb: 2\n', /neither YAML nor JSON/],
    ['a text', 'hello', /is not an object/],
    ['a list', '[1]', /is not an object/],
    ['Swagger', 'swagger: "2.0"\n', /is Swagger 2\.0/],
    ['AsyncAPI', 'asyncapi: 3.0.0\n', /has no `openapi`/],
    ['a JSON schema', 'type: object\n', /has no `openapi`/],
    ['another major', 'openapi: 4.0.0\n', /is OpenAPI 4\.0\.0/],
    ['paths that are a list', 'openapi: 3.1.0\npaths: []\n', /document\.yaml:2.* \/paths is not an object/],
    [
      'security of no form',
      'openapi: 3.1.0\npaths: {}\nsecurity: apiKey\n',
      /document\.yaml:3.* \/security is not a list/,
    ],
    [
      'parameters of no form',
      `${small('#/paths')}      parameters: { limit: 1 }\n`,
      /document\.yaml:\d+.*\/parameters is not a list/,
    ],
    [
      'an operation that is a text',
      'openapi: 3.1.0\npaths: { /pipes: { get: all } }\n',
      /get is not an operation/,
    ],
    ['a path item that is a text', 'openapi: 3.1.0\npaths: { /pipes: all }\n', /pipes is not a path item/],
    [
      'a path item in a file that is none',
      'openapi: 3.1.0\npaths: { /pipes: { $ref: text.yaml } }\n',
      /pipes is not/,
    ],
    [
      'a reference to nowhere',
      small('#/components/schemas/Unknown'),
      /document\.yaml:\d+ refers to #\/components\/schemas\/Unknown/,
    ],
    ['a missing file', small('unknown.yaml'), /document\.yaml:\d+.*unknown\.yaml/s],
    ['a reference to another host', small('https://example.com/pipe.yaml'), /is not fetched/],
    ['an endless alias', 'openapi: 3.1.0\npaths: &a { /x: *a }\n', /contains itself|neither YAML/],
    ['aliases of aliases', bomb(), /more than 2000000 values/],
  ])('%s', async ([, content, output]) => {
    const folder = await contractFolder();
    const file = await folder.write('document.yaml', content);
    await folder.write('text.yaml', 'hello');

    expect(await run(['diff', file, base])).toBe(2);
    expect(await run(['diff', base, file])).toBe(2);

    expect(err).toMatch(output);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test.for<[args: string[], output: RegExp]>([
    [[], /Usage/],
    [['compare'], /the command compare is unknown/],
    [['diff'], /takes two files/],
    [['diff', base], /takes two files/],
    [['diff', base, base, base], /takes two files/],
    [['diff', base, 'unknown.yaml'], /unknown\.yaml does not exist/],
    [['diff', base, import.meta.dirname], /is a folder/],
    [['diff', base, base, '--report', 'pdf'], /the report format pdf is unknown/],
    [['diff', base, base, '--colour'], /--colour/],
    [['check'], /two folders/],
    [['check', '--baseline', 'a', '--current', 'b', '--package', 'c'], /go together/],
    [
      ['check', '--baseline', 'unknown', '--current', import.meta.dirname],
      /unknown is not a readable folder/,
    ],
    [['bless'], /two folders/],
  ])('%s', async ([args, output]) => {
    expect(await run(args)).toBe(2);
    expect(err).toMatch(output);
  });

  test.for<[name: string, spoil: (folder: ContractFolder) => Promise<unknown>, output: RegExp]>([
    ['no baseline', ({ write }) => write('baseline/pipes.json', ''), /is empty/],
    [
      'a document without a baseline',
      ({ write }) => write('current/more.json', '{}'),
      /more\.json has no baseline.*bless/,
    ],
    [
      'approvals that are no YAML',
      ({ write }) => write('approved-changes.yaml', 'approvals: ['),
      /is not YAML/,
    ],
    [
      'approvals that lack something',
      ({ write }) => write('approved-changes.yaml', 'approvals: [{ rule: a }]'),
      /approvals\/0 must have required property 'reason'/,
    ],
    ['approvals of another form', ({ write }) => write('approved-changes.yaml', '[]'), /must be object/],
    [
      'a changeset that is none',
      ({ write }) => write('changesets/a.md', 'hello'),
      /a\.md is not a changeset/,
    ],
    [
      'a package without a version',
      ({ write }) => write('package.json', '{}'),
      /package\.json is not a package\.json/,
    ],
  ])('%s', async ([, spoil, output]) => {
    const folder = await contractFolder();
    await spoil(folder);

    expect(await run(['check', ...optionsOf(folder)])).toBe(2);
    expect(err).toMatch(output);
  });

  test('a folder of baselines that is empty', async () => {
    const folder = await contractFolder();
    await mkdir(join(folder.current, 'empty'));

    expect(
      await run(['check', '--baseline', join(folder.current, 'empty'), '--current', folder.current]),
    ).toBe(2);
    expect(err).toMatch(/contains no baseline.*bless/);
  });
});

test('references that lead from one to the next without end in sight', async () => {
  const folder = await contractFolder();
  const chain = (type: string) => ({
    openapi: '3.1.0',
    info: { title: 'Chain', version: '1.0.0' },
    paths: {
      '/pipes': {
        get: {
          responses: {
            '200': {
              description: 'A pipe.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: 6000 }, (_, at) => [
          `S${at}`,
          { type, properties: { next: { $ref: `#/components/schemas/S${(at + 1) % 6000}` } } },
        ]),
      ),
    },
  });
  const before = await folder.write('a.json', JSON.stringify(chain('object')));
  const after = await folder.write('b.json', JSON.stringify(chain('array')));

  expect(await run(['diff', before, after])).toBe(2);
  expect(err).toMatch(/references lead from one to the next/);
  expect(err).not.toMatch(/\n\s+at /);
});

test('a recursive schema is compared like any other', async () => {
  const folder = await contractFolder();
  const tree = (type: string) =>
    `${small('#/components/schemas/Tree')}components: { schemas: { Tree: { type: object, properties: { name: { type: ${type} }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } } } }\n`;
  const files = [await folder.write('a.yaml', tree('string')), await folder.write('b.yaml', tree('integer'))];

  expect(await run(['diff', ...files])).toBe(1);
  expect(out).toContain('schema `Tree`, property `name`');
});

describe('check', () => {
  test('reports what to do about each reason that prevents a release', async () => {
    const folder = await contractFolder(propertyRemoved);

    expect(await run(['check', ...optionsOf(folder)])).toBe(1);

    expect(out).toContain('pointer: "/components/schemas/Pipe/properties/region"');
    expect(out).toContain('no changeset lists it');
  });

  test('bless, then check', async () => {
    const folder = await contractFolder(propertyRemoved);
    const folders = [
      '--baseline',
      folder.baseline,
      '--current',
      folder.current,
      '--approvals',
      folder.approvals,
    ];

    expect(await run(['bless', ...folders])).toBe(0);
    expect(await run(['check', ...folders])).toBe(0);
  });
});

test.for([['--help'], ['diff', '--help'], ['check', '--help'], ['bless', '--help']])(
  '%s teaches',
  async (args) => {
    expect(await run(args)).toBe(0);
    expect(out).toContain('Usage: penstock-contract');
  },
);

function optionsOf({ baseline, current, approvals, release }: ContractFolder): string[] {
  return [
    ...['--baseline', baseline, '--current', current, '--approvals', approvals],
    ...['--changesets', release.changesets, '--package', release.packageFile],
  ];
}

function small(reference: string): string {
  return [
    'openapi: 3.1.0',
    'info: { title: Small, version: 1.0.0 }',
    'paths:',
    '  /pipes:',
    '    get:',
    '      responses:',
    '        "200":',
    '          description: A pipe.',
    `          content: { application/json: { schema: { $ref: '${reference}' } } }`,
    '',
  ].join('\n');
}

/** Eight aliases of eight aliases, and so on. */
function bomb(): string {
  const levels = 'abcdefgh'.split('');
  const lines = levels.map((name, level) => {
    const value = level === 0 ? 'x' : `*${levels[level - 1]}`;
    return `x-${name}: &${name} [${Array(8).fill(value).join(', ')}]`;
  });
  return `openapi: 3.1.0\npaths: {}\n${lines.join('\n')}\n`;
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ajvSchemas } from '../../consumers/ajv-schemas.ts';
import { CONSUMERS, checkBundles, isAsRecorded } from '../../consumers/check-bundles.ts';
import { runCommand } from '../../consumers/command.ts';
import { formatReport, reportAsJson } from '../../consumers/format-report.ts';
import { heyApi } from '../../consumers/hey-api.ts';
import { installedVersion } from '../../consumers/installed-package.ts';
import { KNOWN_LIMITS, type KnownLimit } from '../../consumers/known-limits.ts';
import { ONE_OF_REJECTED_BY } from '../../consumers/one-of-expectations.ts';
import { openapiSchema } from '../../consumers/openapi-schema.ts';
import { orval } from '../../consumers/orval.ts';
import { withFirstPaths } from '../support/first-paths.ts';

const bundles = join(import.meta.dirname, '../../../packages/contract/openapi');
const program = join(import.meta.dirname, '../../check-consumers.ts');

/** The list may only shrink: lower this with it. */
const CEILING = 0;

/*
 * `pnpm test` runs two of the five generators, each of which takes one to five seconds of CPU time per document: one warns about
 * what it leaves out, the other ends, and writes code that does not compile. `pnpm verify` runs all.
 */
const isComplete = process.env.PENSTOCK_TEST_CONSUMERS === 'all';
const consumers = isComplete ? CONSUMERS : [heyApi, orval, openapiSchema, ajvSchemas];
const names = consumers.map(({ name }) => name);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-consumers-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The first paths of the oneOf form of a surface. JSON is valid YAML. */
function smallOneOf(surface: string): string {
  const yaml = readFileSync(join(bundles, `${surface}.oneof.yaml`), 'utf8');
  // Redocly's parser takes a tenth of the time of `yaml`.
  return JSON.stringify(withFirstPaths(parseYaml(yaml) as Parameters<typeof withFirstPaths>[0]));
}

/** Runs the program a person runs. */
function run(...options: string[]) {
  return spawnSync(process.execPath, [program, ...options], { encoding: 'utf8' });
}

/** The first paths of the contract: all of it takes the tools twice as long. */
function smallBundles(): string {
  const folder = temporaryFolder();
  for (const surface of ['management', 'observability']) {
    const document = JSON.parse(readFileSync(join(bundles, `${surface}.json`), 'utf8'));
    writeFileSync(join(folder, `${surface}.json`), JSON.stringify(withFirstPaths(document)));
  }
  return folder;
}

/**
 * The first paths of the contract, broken so that every tool fails: in one document a reference leads nowhere and a type does not
 * exist, in the other an operationId is a duplicate, which only the generated code reveals, and a keyword has no effect.
 */
function brokenBundles(): string {
  const folder = smallBundles();
  change(join(folder, 'management.json'), ({ paths, components }) => {
    components.schemas.Broken = { type: 'strin' };
    firstOperation(paths).responses['200'] = { $ref: '#/components/responses/Nowhere' };
  });
  change(join(folder, 'observability.json'), ({ paths, components }) => {
    components.schemas.WithoutEffect = { type: 'string', minimum: 3 };
    const [first, second] = operations(paths);
    if (first !== undefined && second !== undefined) second.operationId = first.operationId;
  });
  return folder;
}

interface Operation {
  operationId: string;
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, object> };
}

function change(file: string, edit: (document: Document) => void): void {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  edit(document);
  writeFileSync(file, JSON.stringify(document));
}

function operations(paths: Document['paths']): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item).filter(isOperation));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}

function firstOperation(paths: Document['paths']): Operation {
  const [first] = operations(paths);
  if (first === undefined) throw new Error('The contract has no operation.');
  return first;
}

/** The tools that accept the oneOf form according to the documentation, with their versions. */
function documentedAsAccepting(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../packages/contract/docs/one-of.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(.+?)` +\| (\S+) +\| accepted +\| (\w+) +\|$/gm)];
  return rows
    .filter(([, , , oneOf]) => oneOf === 'accepted')
    .map(([, tool, version]) => `${tool} ${version}`);
}

describe('pnpm check:consumers', () => {
  // `pnpm verify` checks all of both surfaces, in both forms.
  test('no tool has an error or a warning about the first paths, and what they generate compiles', async () => {
    const report = await checkBundles(smallBundles(), {
      consumers,
      surfaces: ['management'],
      forms: ['flat'],
    });
    expect(isAsRecorded(report), formatReport(report)).toBe(true);
    expect(report.results.length).toBe(isComplete ? 7 : 4);
  });

  test('the documentation lists the recorded tools that accept the oneOf form, with their versions', () => {
    expect(documentedAsAccepting()).toEqual(
      CONSUMERS.filter(({ name }) => !ONE_OF_REJECTED_BY.includes(name)).map(
        (consumer) => `${consumer.name} ${installedVersion(consumer.package)}`,
      ),
    );
  });

  test('collects the findings of each tool about a broken contract', async () => {
    const report = await checkBundles(brokenBundles(), { consumers, forms: ['flat'] });
    expect(isAsRecorded(report)).toBe(false);
    const stdout = formatReport(report);
    const failed = [...stdout.matchAll(/^(\S.*?) {2,}\S+ {2}(\w+) +flat +failed +\d+$/gm)].map(
      ([, tool, surface]) => `${tool} ${surface}`,
    );
    const expected = [
      '@kubb/core management',
      '@kubb/core observability',
      '@hey-api/openapi-ts management',
      'orval management',
      'orval observability',
      'redocly generate-client management',
      'redocly generate-client observability',
      'openapi-typescript management',
      'openapi-typescript observability',
      'OpenAPI 3.1 JSON Schema management',
      'component schemas in Ajv management',
      'component schemas in Ajv observability',
    ];
    expect(failed).toEqual(
      expected.filter((failure) => names.includes(failure.slice(0, failure.lastIndexOf(' ')))),
    );
    for (const words of [
      'The tool ended with exit code 1.\n',
      'The tool warned.\n    Skipping unresolvable $ref: ',
      "Can't resolve reference: #/components/responses/Nowhere",
      'The generated code does not compile.\n    generated/client.ts(',
      '#/components/schemas/Broken/type does not satisfy https://json-schema.org/draft/2020-12/meta/validation',
      '#/components/schemas/WithoutEffect: strict mode: missing type "number" for keyword "minimum"',
      'Fix the contract.',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });

  test('prints what to do if a bundle is damaged', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'management.json'), '{');
    const { status, stderr } = run('--bundles', folder);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The bundle .*management\.json cannot be read: run `pnpm generate`\.\n$/);
  });

  test('prints what to do if the bundles are missing', () => {
    const { status, stderr } = run('--bundles', temporaryFolder());
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The bundle .*management\.json is missing: run `pnpm generate`\.\n$/);
  });

  test('rejects an unknown option', () => {
    const { status, stderr } = run('--jsno');
    expect(status).toBe(1);
    expect(stderr).toContain("Unknown option '--jsno'");
    expect(stderr).toContain('Usage: pnpm check:consumers');
  });
});

describe('the tools', () => {
  test('cannot reach the network, and the attempt is reported', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'phone-home.mjs');
    writeFileSync(
      file,
      `import { lookup } from 'node:dns/promises';
       await fetch('http://127.0.0.1:4321/').catch(() => {});
       await lookup('penstock.example').catch(() => {});`,
    );
    const { lines } = await runCommand(file, [], folder);
    expect(lines).toEqual([
      'The check blocked a connection to 127.0.0.1:4321.',
      'The check blocked a connection to penstock.example.',
    ]);
  });

  test('do not see the settings of the user', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'environment.mjs');
    writeFileSync(file, `console.log(Object.keys(process.env).join(' '));`);
    const { lines } = await runCommand(file, [], folder);
    expect(lines.join(' ').split(' ').toSorted()).toEqual([
      'DO_NOT_TRACK',
      'HOME',
      'KUBB_DISABLE_TELEMETRY',
      'NODE_COMPILE_CACHE',
      'NODE_OPTIONS',
      'NO_COLOR',
      'PATH',
      'REDOCLY_SUPPRESS_UPDATE_NOTICE',
      'REDOCLY_TELEMETRY',
    ]);
  });
});

describe('the tools that do not accept the oneOf form', () => {
  test('are recorded, so that a change is noticed', async () => {
    const folder = smallBundles();
    writeFileSync(join(folder, 'observability.oneof.yaml'), smallOneOf('observability'));
    const report = await checkBundles(folder, {
      consumers: [ajvSchemas],
      surfaces: ['observability'],
      oneOfRejectedBy: [ajvSchemas.name],
    });
    expect(isAsRecorded(report)).toBe(false);
    expect(report.results.map(({ form, ok, expected }) => [form, ok, expected])).toEqual([
      ['flat', true, true],
      ['oneOf', true, false],
    ]);
    expect(formatReport(report)).toContain(
      'component schemas in Ajv now accepts the oneOf form of observability: remove it from scripts/consumers/one-of-expectations.ts.',
    );
  });
});

describe('known limits', () => {
  const limit: KnownLimit = {
    consumer: 'component schemas in Ajv',
    surface: 'observability',
    output: /WithoutEffect/,
    issue: 'https://github.com/ajv-validator/ajv/issues/0',
    reason: 'This is a test.',
  };

  test('are not more than before, and each has the issue of the tool', () => {
    expect(KNOWN_LIMITS.length).toBeLessThanOrEqual(CEILING);
    for (const { issue } of KNOWN_LIMITS) {
      expect(issue).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/);
    }
  });

  test('excuse only what they match, and are stale if they match nothing', async () => {
    const stale = { ...limit, output: /never printed/ };
    const report = await checkBundles(brokenBundles(), {
      forms: ['flat'],
      limits: [limit, stale],
      consumers: [ajvSchemas],
    });
    expect(report.results.map(({ surface, ok, known }) => [surface, ok, known])).toEqual([
      ['management', false, []],
      ['observability', true, [limit]],
    ]);
    expect(report.stale).toEqual([stale]);
    const text = formatReport(report);
    expect(text).toContain('ok, except for a known limit');
    expect(text).toContain(`component schemas in Ajv: This is a test. See ${limit.issue}\n`);
    expect(text).toContain('is no longer needed: remove it.');
    const json = JSON.parse(reportAsJson(report)) as { stale: { output: string }[] };
    expect(json.stale.map(({ output }) => output)).toEqual(['/never printed/']);
  });
});

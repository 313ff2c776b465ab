import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { skipWithoutChromium } from '@penstock/browser/missing-chromium';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { documentationSnippets } from './support/documentation.ts';
import { CONSUMER, CONSUMER_SETTINGS } from './support/package/consumer.ts';
import { type PackedPackage, packPackage } from './support/package/packed-package.ts';
import {
  bundle,
  command,
  installRuntimes,
  printed,
  resultOfPage,
  startWorker,
  WORKER,
} from './support/package/runtimes.ts';
import { SMOKE_RESULT, startSmokeServer } from './support/package/smoke-server.ts';

const clientPackage = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const run = promisify(execFile);
const SMOKE = readFileSync(join(import.meta.dirname, 'support/package/smoke.js'), 'utf8');
/** The oldest and the newest version that users have; `pnpm verify` tries those between them, too. */
const COMPILERS =
  process.env.PENSTOCK_TEST_COMPILERS === 'all'
    ? ['typescript-5.9', 'typescript-6', 'typescript']
    : ['typescript-5.9', 'typescript'];
const IMPORTS = "import * as client from '@penstock/client';\nimport { smoke } from './smoke.mjs';\n";

let packed: PackedPackage;

beforeAll(async () => {
  await installRuntimes();
  packed = await packPackage();
});

afterAll(() => packed.remove());

describe('the published package runs', () => {
  test('in Node as ESM', async () => {
    const project = await printingProject();
    expect(await printed(process.execPath, ['program.mjs'], project)).toEqual(SMOKE_RESULT);
  });

  test('in Node as CommonJS', async () => {
    const { url } = await startSmokeServer();
    const program = `const client = require('@penstock/client');
require('@penstock/client/react-query').queriesOf.call;
import('./smoke.mjs').then(({ smoke }) => smoke(client, '${url}')).then((result) => console.log(JSON.stringify(result)));
`;
    const project = packed.project({ 'smoke.mjs': SMOKE, 'program.cjs': program });
    // Without require(esm), so that the CommonJS build runs.
    const parameters = ['--no-experimental-require-module', 'program.cjs'];
    expect(await printed(process.execPath, parameters, project)).toEqual(SMOKE_RESULT);
  });

  test('in Bun', async () => {
    expect(await printed(command('bun'), ['program.mjs'], await printingProject())).toEqual(SMOKE_RESULT);
  });

  test('in Deno', async () => {
    const parameters = ['run', '--node-modules-dir=manual', '--allow-net=127.0.0.1', 'program.mjs'];
    expect(await printed(command('deno'), parameters, await printingProject())).toEqual(SMOKE_RESULT);
  });

  test('in workerd', async () => {
    const { url } = await startSmokeServer();
    const program = `${IMPORTS}export default { fetch: async () => Response.json(await smoke(client, '${url}')) };\n`;
    const project = packed.project({ 'smoke.mjs': SMOKE, 'program.mjs': program, 'worker.capnp': WORKER });
    await bundle(project);
    const worker = await startWorker(project);
    expect(await (await fetch(worker)).json()).toEqual(SMOKE_RESULT);
  });

  test('in a page of Chromium', async (context) => {
    skipWithoutChromium(context);
    const program = `${IMPORTS}globalThis.smoked = smoke(client, location.origin);\n`;
    const page = '<!doctype html><title>Smoke</title><script type="module" src="/bundle.js"></script>';
    const project = packed.project({ 'smoke.mjs': SMOKE, 'program.mjs': program, 'page.html': page });
    await bundle(project);
    const { url } = await startSmokeServer(project);
    expect(await resultOfPage(`${url}/page.html`)).toEqual(SMOKE_RESULT);
  });
});

describe('the published package is typed', () => {
  test.each(COMPILERS)('for %s, as ESM and as CommonJS', async (name) => {
    const project = packed.project({
      'consumer.mts': CONSUMER,
      'consumer.cts': CONSUMER,
      'documentation.mts': documentationSnippets().join('\n'),
      'tsconfig.json': CONSUMER_SETTINGS,
    });
    const program = join(dirname(require.resolve(`${name}/package.json`)), 'bin/tsc');
    await expect(run(process.execPath, [program, '-p', project])).resolves.toMatchObject({ stdout: '' });
  });

  test('without findings of @arethetypeswrong', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)));
    if (!analysis.types) throw new Error('The package has no types.');
    // Node 10 resolution does not support exports; TypeScript 6 and 7 no longer have it.
    const isSeen = (problem: object) => !('resolutionKind' in problem && problem.resolutionKind === 'node10');
    expect(analysis.problems.filter(isSeen)).toEqual([]);
  });
});

describe('the published package', () => {
  test('has no findings of publint', async () => {
    const tarball = readFileSync(packed.tarball);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('has openapi-fetch as its only dependency, and its own version', () => {
    const project = packed.project({});
    const folder = join(project, 'node_modules/@penstock/client');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toEqual({ 'openapi-fetch': '0.17.0' });
    expect([manifest.peerDependencies, manifest.optionalDependencies]).toEqual([undefined, undefined]);
    expect(manifest.sideEffects).toBe(false);
    expect(VERSION).toBe(manifest.version);
  });

  test('is built apart from the types that other packages of the workspace compile against', () => {
    const { exports } = JSON.parse(readFileSync(join(clientPackage, 'package.json'), 'utf8'));
    const models = join(clientPackage, dirname(exports['.'].types), 'generated/models.d.ts');
    expect(readFileSync(models, 'utf8')).toContain("'@penstock/contract'");
  });

  test('has declaration maps that lead to its sources', () => {
    const folder = join(packed.project({}), 'node_modules/@penstock/client/dist');
    for (const format of ['esm', 'cjs']) {
      const map = JSON.parse(readFileSync(join(folder, format, 'index.d.ts.map'), 'utf8'));
      expect(readFileSync(join(folder, format, map.sources[0]), 'utf8')).toContain('createManagementClient');
    }
  });
});

async function printingProject(): Promise<string> {
  const { url } = await startSmokeServer();
  const program = `${IMPORTS}console.log(JSON.stringify(await smoke(client, '${url}')));\n`;
  return packed.project({
    'smoke.mjs': SMOKE,
    'program.mjs': program,
    'package.json': '{ "type": "module" }',
  });
}

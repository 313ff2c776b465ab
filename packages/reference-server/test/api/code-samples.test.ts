import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CodeSample } from '@penstock/site/build';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/api/testing/path-values.ts';
import {
  type Execution,
  pastedEnvironment,
  prepareExecutions,
  samplesIn,
} from '../support/code-sample-executions.ts';
import { recordingProxy } from '../support/recording-proxy.ts';
import { startServer, temporaryFolder } from '../support/test-server.ts';

/*
 * The unchanged samples of the reference: nothing in them is replaced, because all that varies comes from the
 * environment. Each language runs its samples in one process, against a server of its own.
 */

const REPOSITORY = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

test('every curl sample sends the example of the contract, and succeeds', async () => {
  await executeAll('bash', (executions, env) => {
    const script = executions.map(({ source, environment }) => {
      const exports = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'\n`);
      return `(\n${exports.join('')}${source}\n)`;
    });
    const file = join(temporaryFolder(), 'samples.sh');
    writeFileSync(file, script.join('\n'));
    return run('bash', ['-eu', file], { env });
  });
});

test('every TypeScript sample sends the example of the contract, and succeeds', async () => {
  await executeAll('typescript', (executions, env) => {
    const folder = clientProject(executions);
    const runner = join(folder, 'run.js');
    writeFileSync(
      runner,
      `for (const { name, environment } of ${JSON.stringify(executions)}) {
        Object.assign(process.env, environment);
        await import(\`./\${name}.ts\`);
      }`,
    );
    return run(process.execPath, ['--conditions=@penstock/source', runner], { env });
  });
});

test('every TypeScript sample compiles under strict rules', async () => {
  const folder = clientProject(samplesIn('typescript'));
  const configuration = {
    extends: join(REPOSITORY, 'tsconfig.base.json'),
    compilerOptions: { composite: false, noEmit: true, declarationMap: false },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  const compiled = await run(join(REPOSITORY, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    ({ stdout }) => ({ stdout }),
  );
  expect(compiled.stdout).toBe('');
});

const PYTHON = spawnSync('python3', ['--version']).status === 0;
const REQUESTS = PYTHON && spawnSync('python3', ['-c', 'import requests']).status === 0;

test.skipIf(!PYTHON)('every Python sample sends the example of the contract, and succeeds', async () => {
  // Not every machine has `requests`.
  const standIn = REQUESTS ? {} : { PYTHONPATH: join(import.meta.dirname, '../support/python') };
  await executeAll('python', (executions, env) => runPython(executions, { ...env, ...standIn }));
});

function runPython(executions: readonly Execution[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const runner = `import json, os, sys
for execution in json.load(open(sys.argv[1])):
    os.environ.update(execution["environment"])
    exec(compile(execution["source"], execution["name"], "exec"), {})
`;
  const file = join(temporaryFolder(), 'executions.json');
  writeFileSync(file, JSON.stringify(executions));
  return run('python3', ['-B', '-c', runner, file], { env });
}

/** Runs the samples of a language one after the other and compares the requests with the examples of the contract. */
async function executeAll(
  lang: CodeSample['lang'],
  execute: (executions: readonly Execution[], env: NodeJS.ProcessEnv) => Promise<unknown>,
): Promise<void> {
  const server = await startServer({ environment: { PENSTOCK_DATA: join(temporaryFolder(), '.penstock') } });
  const executions = await prepareExecutions(server, lang);
  const exampleOf = (method: string, path: string) =>
    executions.find(({ call }) => call.method === method && call.path === path)?.response;
  const proxy = await recordingProxy(server.url, exampleOf);
  expect(executions.length).toBeGreaterThanOrEqual(OPERATIONS.length);
  await execute(executions, await pastedEnvironment(server, proxy.url));
  expect(proxy.calls).toEqual(executions.map(({ call }) => call));
}

/** A project that depends on the client and has the samples as modules. */
function clientProject(samples: readonly { readonly name: string; readonly source: string }[]): string {
  const folder = temporaryFolder();
  for (const [name, target] of [
    ['@penstock/client', 'packages/client'],
    ['@types/node', 'node_modules/@types/node'],
  ] as const) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(join(REPOSITORY, target), link);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const { name, source } of samples) writeFileSync(join(folder, `${name}.ts`), source);
  return folder;
}

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openTestServer, type TestServer } from '../../src/api/testing/test-server.ts';
import { temporaryFolder } from '../support/test-server.ts';

/*
 * The workflows of the contract, run by `redocly respect` as a reader would. It validates the status, media type
 * and schema of each response, in addition to the criteria.
 */

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = join(ROOT, 'openapi/workflows');
const REDOCLY = createRequire(join(ROOT, 'package.json')).resolve('@redocly/cli/bin/cli.js');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.arazzo.yaml'));
const PASSWORDS = {
  brokerPassword: 'first-orchard-gate',
  newBrokerPassword: 'second-orchard-gate',
  accessKeyId: 'EXAMPLEKEYID',
  accessKeySecret: 'third-orchard-gate',
  databasePassword: 'fourth-orchard-gate',
};

interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly { readonly stepId: string }[];
}

/** The result of one workflow in `respect --json-output`. */
interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly status: string;
  readonly executedSteps: readonly { readonly stepId: string; readonly request?: { readonly url: string } }[];
}

interface Run {
  readonly code: number;
  readonly output: string;
}

let server: TestServer;
beforeAll(async () => {
  // Hosts of webhooks are not looked up.
  server = await openTestServer({ replacements: { resolveHost: async () => [] } });
});
afterAll(() => server.stop());

test('redocly reports no problems in the workflows', async () => {
  const { code, output } = await redocly(['lint', ...FILES]);
  expect(code, output).toBe(0);
});

test('the table of the README has all of them', () => {
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  expect([...readme.matchAll(/^\| \[.*\]\((.*)\)/gm)].map(([, file]) => file).sort()).toEqual(FILES.sort());
});

describe('against the reference server', () => {
  let run: Run;
  let report: string;
  let executed: readonly ExecutedWorkflow[];

  beforeAll(async () => {
    const json = join(server.dataFolder, 'report.json');
    run = await respect(FILES, ['--json-output', json]);
    report = readFileSync(json, 'utf8');
    const { files } = JSON.parse(report) as {
      files: Record<string, { executedWorkflows: ExecutedWorkflow[] }>;
    };
    executed = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
  });

  test.each(FILES.flatMap((file) => workflowsOf(file)))('$workflowId', ({ workflowId, steps }) => {
    const found = executed.find((workflow) => workflow.workflowId === workflowId);
    expect(found?.status, run.output).toBe('success');
    const done = new Set(found?.executedSteps.map(({ stepId }) => stepId));
    expect([...done]).toEqual(steps.map(({ stepId }) => stepId));
  });

  test('they ask no one else', () => {
    const asked = executed.flatMap(({ executedSteps }) => executedSteps.map(({ request }) => request?.url));
    expect(asked.filter((url) => !url?.startsWith(`${server.url}/`))).toEqual([]);
  });

  test('they leave nothing behind', async () => {
    const untouched = await openTestServer();
    try {
      for (const path of [
        '/pipes',
        '/stack/alerts',
        '/stack/dashboards',
        '/stack/webhooks',
        '/stack/sources',
      ])
        expect(await count(server, 'v1', path), path).toBe(await count(untouched, 'v1', path));
      for (const path of ['/alerts', '/dashboards', '/webhooks', '/sources', '/saved-searches'])
        expect(await count(server, 'v2', path), path).toBe(await count(untouched, 'v2', path));
    } finally {
      await untouched.stop();
    }
  });

  test('the output contains no secret', () => {
    const { management, observability } = server.credentials;
    const { accessKeyId, ...passwords } = PASSWORDS;
    for (const secret of [management.keySecret, observability.token, ...Object.values(passwords)])
      expect(run.output + report).not.toContain(secret);
  });
});

test('a criterion that fails ends the run with the name of the step', async () => {
  const source = readFileSync(join(FOLDER, 'saved-search-alert.arazzo.yaml'), 'utf8');
  const file = join(temporaryFolder(), 'wrong.arazzo.yaml');
  writeFileSync(
    file,
    source.replaceAll('url: ../', `url: ${FOLDER}/../`).replace('resource_in_use', 'something_else'),
  );
  const { code, output } = await respect([file]);
  expect(code).toBe(1);
  expect(output).toContain('✗ DELETE /api/v2/sources/{sourceId} - step source-is-in-use');
});

function workflowsOf(file: string): Workflow[] {
  return (parse(readFileSync(join(FOLDER, file), 'utf8')) as { workflows: Workflow[] }).workflows;
}

function respect(files: readonly string[], options: readonly string[] = []): Promise<Run> {
  const servers = ['management', 'observability'].flatMap((surface) => [
    '--server',
    `${surface}=${server.url}`,
  ]);
  const { management, observability } = server.credentials;
  const inputs = { ...management, token: observability.token, ...PASSWORDS };
  return redocly(['respect', ...files, ...servers, ...options], {
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
  });
}

/** Runs redocly in the folder of the workflows, with no word to its makers. */
function redocly(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  const env = {
    PATH: process.env.PATH,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [REDOCLY, ...args], { cwd: FOLDER, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 2), output: stdout + stderr }),
    );
  });
}

async function count(of: TestServer, surface: 'v1' | 'v2', path: string): Promise<number> {
  const { body } = await of[surface]({ path });
  return (body.result ?? body.data).length;
}

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Surface } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { requestExamples, responseExamples } from '@penstock/contract/examples';
import { type CodeSample, codeSamples, documentedOperations, sampleEnvironment } from '@penstock/site/build';
import { expect } from 'vitest';
import { basic } from '../../src/api/testing/credentials.ts';
import { makePathValues, OPERATIONS, type PathValues } from '../../src/api/testing/path-values.ts';
import type { TestServer } from '../../src/api/testing/test-server.ts';
import type { RecordedCall } from './recording-proxy.ts';

/** A sample, the variables that it needs in addition to `sampleEnvironment`, and the call it must make. */
export interface Execution {
  /** Fit for a file name. */
  readonly name: string;
  readonly source: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly call: RecordedCall;
  /** The response that the contract has as the first example. */
  readonly response: unknown;
}

const SURFACES: readonly Surface[] = ['management', 'observability'];

/** The samples of every operation, as the site makes them of the contract. */
const SAMPLES = SURFACES.map(contractDocument)
  .flatMap(documentedOperations)
  .flatMap((operation) =>
    codeSamples(operation).map((sample) => ({
      ...sample,
      operationId: operation.operationId,
      name: [operation.operationId, sample.example].filter(Boolean).join('.'),
    })),
  );

/** The samples of a language, without anything to call. */
export function samplesIn(lang: CodeSample['lang']): typeof SAMPLES {
  return SAMPLES.filter((sample) => sample.lang === lang);
}

/** Makes for each sample of a language what it names, one of its own. */
export async function prepareExecutions(server: TestServer, lang: CodeSample['lang']): Promise<Execution[]> {
  const executions: Execution[] = [];
  for (const sample of samplesIn(lang)) executions.push(await prepare(server, sample));
  return executions;
}

async function prepare(server: TestServer, sample: (typeof SAMPLES)[number]): Promise<Execution> {
  const { operationId, example = '', name, source } = sample;
  const operation = OPERATIONS.find(({ id }) => id === operationId) ?? expect.fail(operationId);
  const { organizationId, serviceId, keyId, keySecret } = server.credentials.management;
  const managed = operation.surface === 'management';
  const authorization = managed
    ? basic(keyId, keySecret)
    : `Bearer ${server.credentials.observability.token}`;
  const tenant: PathValues = managed ? { organizationId, serviceId } : {};
  const isCommand = operationId === 'updatePipeState';
  // Only a Postgres pipe obeys every command, and only when it has settled.
  const values = await makePathValues(
    server,
    operation,
    tenant,
    authorization,
    isCommand ? 'postgres' : example,
  );
  if (isCommand) await settled(server, values.pipeId ?? '');
  const own = Object.entries(values).filter(([parameter]) => !(parameter in tenant));
  return {
    name,
    source,
    environment: Object.fromEntries(own.map(([parameter, value]) => [variableOf(parameter), value])),
    call: {
      method: operation.method.toUpperCase(),
      path: operation.path.replaceAll(
        /\{(\w+)\}/g,
        (_, parameter: string) => values[parameter] ?? expect.fail(parameter),
      ),
      authorization,
      body: requestExamples(operation.id)[example],
      // Without an engine, the server leaves out the operations that may respond with 501 (D-08), except those of webhooks.
      status: operation.statuses.includes(501) && operation.tag !== 'webhooks' ? 501 : 200,
    },
    response: Object.values(responseExamples(operation.id, 200))[0],
  };
}

async function settled(server: TestServer, pipeId: string): Promise<void> {
  await expect
    .poll(async () => (await server.v1({ path: `/pipes/${pipeId}` })).body.result.state)
    .toBe('Running');
}

function variableOf(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}

/** The variables of this process and those that `sampleEnvironment` exports, pasted next to `.penstock`. */
export async function pastedEnvironment(server: TestServer, url: string): Promise<NodeJS.ProcessEnv> {
  const script = `${sampleEnvironment.replace('http://127.0.0.1:8080', url)}\nenv -0`;
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: dirname(server.dataFolder) });
  const variables = stdout.split('\0').filter(Boolean);
  return {
    ...Object.fromEntries(
      variables.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    NO_PROXY: '127.0.0.1',
  };
}

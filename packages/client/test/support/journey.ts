import { expect } from 'vitest';
import type {
  Alert,
  ManagementClient,
  ObservabilityClient,
  Pipe,
  PipeCommand,
  PipeState,
  Pipes,
  ServiceScope,
} from '../../src/index.ts';
import { requestExamples } from './request-examples.ts';

/*
 * The first hour of a user, with the examples of the contract: the tests of the reference server and of the mock run it. No
 * retries and no clean-up; about 100 requests.
 */

export interface JourneyClients extends ServiceScope {
  readonly management: ManagementClient;
  readonly observability: ObservabilityClient;
}

export interface JourneyOptions {
  /** False for a server without state, such as the mock, which always returns the same examples. */
  readonly stateful: boolean;
  /** The first pause between two polls of a pipe. */
  readonly pollMs?: number;
}

/** The resources that the journey created, as last returned. */
export interface JourneyResult {
  readonly pipes: Readonly<Record<PipeKind, Pipe>>;
  readonly stackAlerts: readonly Alert[];
  readonly teamAlerts: readonly Alert[];
}

type PipeKind = (typeof KINDS)[number];
const KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** For each command: the state right after it, and the state in which the pipe settles. */
const STREAMING: Readonly<Record<string, readonly [PipeState, PipeState]>> = {
  stop: ['Stopping', 'Stopped'],
  start: ['Provisioning', 'Running'],
};
const POSTGRES: typeof STREAMING = {
  stop: ['Pausing', 'Paused'],
  start: ['Provisioning', 'Running'],
  resync: ['Resync', 'Running'],
};

export async function runJourney(clients: JourneyClients, options: JourneyOptions): Promise<JourneyResult> {
  const { pipes, dashboards, alerts } = clients.management.service(clients);

  const created: [PipeKind, Pipe][] = [];
  for (const kind of KINDS) created.push([kind, await createLivePipe(pipes, kind, options)]);

  if (options.stateful) await checkLists(pipes, created);

  const { items } = await dashboards.list({ limit: 10 });
  const stackExamples = requestExamples('createStackAlert');
  expect(items.map(({ id }) => id)).toContain(stackExamples.tile?.dashboardId);

  return {
    pipes: Object.fromEntries(created) as Record<PipeKind, Pipe>,
    stackAlerts: await createAlerts(alerts, stackExamples, options),
    teamAlerts: await createAlerts(clients.observability.alerts, requestExamples('createAlert'), options),
  };
}

/** Checks that all resources of a journey still exist and have not changed. */
export async function expectJourneyResult(clients: JourneyClients, result: JourneyResult): Promise<void> {
  const { pipes, alerts } = clients.management.service(clients);
  for (const pipe of Object.values(result.pipes)) expect(await pipes.get(pipe.id)).toEqual(pipe);
  // Evaluations continue in the background, so alerts are found but not compared.
  for (const { id } of result.stackAlerts) expect((await alerts.get(id)).id).toBe(id);
  for (const { id } of result.teamAlerts) expect((await clients.observability.alerts.get(id)).id).toBe(id);
}

/** Checks that the list contains all created pipes, and that a missing pipe is a typed error. */
async function checkLists(pipes: Pipes, created: readonly [PipeKind, Pipe][]): Promise<void> {
  const listed: string[] = [];
  for await (const { id } of pipes.list({ limit: 3 })) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining(created.map(([, { id }]) => id)));
  expect(new Set(listed).size).toBe(listed.length);
  const missing = await pipes.get('018f0000-0000-7000-8000-000000000000').safe();
  expect(missing).toMatchObject({ ok: false, status: 404, error: { code: 'resource_not_found' } });
}

/** Creates a pipe, changes it, sends every command of its kind, and leaves it running. */
async function createLivePipe(pipes: Pipes, kind: PipeKind, options: JourneyOptions): Promise<Pipe> {
  const settles = waiterFor(pipes, options);
  const body = requiredExample('createPipe', kind);
  const created = await pipes.create(body, { idempotencyKey: `journey-${crypto.randomUUID()}` });
  if (options.stateful) {
    expect(created).toMatchObject({ name: body.name, state: 'Provisioning', source: { [kind]: {} } });
  }
  expectNoSecrets(created, body);
  await settles(created.id, 'Running');

  for (const change of changesOf(kind)) await applyChange(pipes, created.id, change, options);

  for (const [command, [immediate, settled]] of Object.entries(kind === 'postgres' ? POSTGRES : STREAMING)) {
    const response = await pipes.updateState(created.id, { command: command as PipeCommand });
    if (options.stateful) expect(response).toMatchObject({ id: created.id, state: immediate });
    await settles(created.id, settled);
  }
  return pipes.get(created.id);
}

async function applyChange(
  pipes: Pipes,
  pipeId: string,
  change: ReturnType<typeof changesOf>[number],
  options: JourneyOptions,
): Promise<void> {
  const { data: before, etag, requestId } = await pipes.get(pipeId).withResponse();
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(etag).toMatch(/^".*"$/);
  const after = await pipes.update(pipeId, change, { ifMatch: etag });
  expect(after.id).toBe(before.id);
  expectNoSecrets(after, change);
  if (options.stateful) expect(after).toMatchObject({ state: 'Modifying', name: change.name ?? before.name });
  await waiterFor(pipes, options)(pipeId, 'Running');
}

/** Returns the update examples of a kind; Kafka has a second one that changes only the credentials. */
function changesOf(kind: PipeKind) {
  const names = kind === 'kafka' ? [kind, 'rotateCredentials'] : [kind];
  return names.map((name) => requiredExample('updatePipe', name));
}

/** Returns a function that waits for a state. On a server without state every pipe is `Running`. */
function waiterFor(pipes: Pipes, { stateful, pollMs }: JourneyOptions) {
  return async (pipeId: string, state: PipeState) => {
    const target = stateful ? state : 'Running';
    const pipe = await pipes.waitForState(pipeId, target, { timeoutMs: 300_000, pollMs });
    expect(pipe).toMatchObject({ id: pipeId, state: target });
  };
}

async function createAlerts(
  alerts: ReturnType<ManagementClient['service']>['alerts'],
  examples: ReturnType<typeof requestExamples<'createAlert'>>,
  { stateful }: JourneyOptions,
): Promise<Alert[]> {
  const stored: Alert[] = [];
  for (const body of Object.values(examples)) {
    const created = await alerts.create(body);
    const found = await alerts.get(created.id);
    if (stateful)
      expect(created).toMatchObject({ name: body.name, threshold: body.threshold, source: body.source });
    if (stateful) expect(found).toMatchObject({ id: created.id, name: body.name });
    stored.push(found);
  }
  return stored;
}

function requiredExample<Id extends 'createPipe' | 'updatePipe'>(operationId: Id, name: string) {
  const example = requestExamples(operationId)[name];
  if (example === undefined)
    throw new Error(`The contract has no request example ${name} of ${operationId}.`);
  return example;
}

/** Checks that a response contains no write-only value of the request. */
function expectNoSecrets(response: Pipe, sent: unknown): void {
  const text = JSON.stringify(response);
  for (const secret of secretsIn(sent)) expect(text).not.toContain(secret);
}

const SECRET_PROPERTIES: readonly string[] = ['username', 'password', 'accessKeyId', 'secretKey'];

function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    SECRET_PROPERTIES.includes(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
}

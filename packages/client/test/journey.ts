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
} from '../src/index.ts';
import { requestExamples } from './request-examples.ts';

/*
 * What a user does in the first hour, with the examples of the contract and against any server: the reference server
 * and the mock run the same. No retries and no clean-up; it takes about 100 requests.
 */

export interface JourneyClients extends ServiceScope {
  readonly management: ManagementClient;
  readonly observability: ObservabilityClient;
}

export interface JourneyOptions {
  /** False for a server that answers with the same examples whatever was asked before, as the mock does. */
  readonly stateful: boolean;
  /** The first pause between two looks at a pipe. */
  readonly pollMs?: number;
}

/** What the journey made, as it was seen last. */
export interface JourneyResult {
  readonly pipes: Readonly<Record<PipeKind, Pipe>>;
  readonly stackAlerts: readonly Alert[];
  readonly teamAlerts: readonly Alert[];
}

type PipeKind = (typeof KINDS)[number];
const KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** The states that a command shows at once and settles in. */
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

  const made: [PipeKind, Pipe][] = [];
  for (const kind of KINDS) made.push([kind, await livePipe(pipes, kind, options)]);

  if (options.stateful) await walkThrough(pipes, made);

  const { items } = await dashboards.list({ limit: 10 });
  const stackExamples = requestExamples('createStackAlert');
  expect(items.map(({ id }) => id)).toContain(stackExamples.tile?.dashboardId);

  return {
    pipes: Object.fromEntries(made) as Record<PipeKind, Pipe>,
    stackAlerts: await createAlerts(alerts, stackExamples, options),
    teamAlerts: await createAlerts(clients.observability.alerts, requestExamples('createAlert'), options),
  };
}

/** Everything that a journey made is still there, and is what it was. */
export async function expectJourneyResult(clients: JourneyClients, result: JourneyResult): Promise<void> {
  const { pipes, alerts } = clients.management.service(clients);
  for (const pipe of Object.values(result.pipes)) expect(await pipes.get(pipe.id)).toEqual(pipe);
  // Evaluations go on by themselves, so alerts are looked for and not compared.
  for (const { id } of result.stackAlerts) expect((await alerts.get(id)).id).toBe(id);
  for (const { id } of result.teamAlerts) expect((await clients.observability.alerts.get(id)).id).toBe(id);
}

/** Lists find what was made, page by page, and what is not there is a failure with a name. */
async function walkThrough(pipes: Pipes, made: readonly [PipeKind, Pipe][]): Promise<void> {
  const listed: string[] = [];
  for await (const { id } of pipes.list({ limit: 3 })) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining(made.map(([, { id }]) => id)));
  expect(new Set(listed).size).toBe(listed.length);
  const missing = await pipes.get('018f0000-0000-7000-8000-000000000000').safe();
  expect(missing).toMatchObject({ ok: false, status: 404, error: { code: 'resource_not_found' } });
}

/** Creates a pipe of a kind, changes it and gives it every command that it takes; it ends as it runs. */
async function livePipe(pipes: Pipes, kind: PipeKind, options: JourneyOptions): Promise<Pipe> {
  const settles = settlement(pipes, options);
  const body = requiredExample('createPipe', kind);
  const created = await pipes.create(body, { idempotencyKey: `journey-${crypto.randomUUID()}` });
  if (options.stateful) {
    expect(created).toMatchObject({ name: body.name, state: 'Provisioning', source: { [kind]: {} } });
  }
  expectNoSecrets(created, body);
  await settles(created.id, 'Running');

  for (const change of changesOf(kind)) await changed(pipes, created.id, change, options);

  for (const [command, [shown, settled]] of Object.entries(kind === 'postgres' ? POSTGRES : STREAMING)) {
    const answer = await pipes.updateState(created.id, { command: command as PipeCommand });
    if (options.stateful) expect(answer).toMatchObject({ id: created.id, state: shown });
    await settles(created.id, settled);
  }
  return pipes.get(created.id);
}

async function changed(
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
  await settlement(pipes, options)(pipeId, 'Running');
}

/** The update examples of a kind; a streaming broker has a second one, new credentials and nothing else. */
function changesOf(kind: PipeKind) {
  const names = kind === 'kafka' ? [kind, 'rotateCredentials'] : [kind];
  return names.map((name) => requiredExample('updatePipe', name));
}

/** Waits for a state. A pipe of a server without state is `Running`, whatever was done to it. */
function settlement(pipes: Pipes, { stateful, pollMs }: JourneyOptions) {
  return async (pipeId: string, state: PipeState) => {
    const target = stateful ? state : 'Running';
    const pipe = await pipes.waitForState(pipeId, target, { timeoutMs: 30_000, pollMs });
    expect(pipe).toMatchObject({ id: pipeId, state: target });
  };
}

async function createAlerts(
  alerts: ReturnType<ManagementClient['service']>['alerts'],
  examples: ReturnType<typeof requestExamples<'createAlert'>>,
  { stateful }: JourneyOptions,
): Promise<Alert[]> {
  const made: Alert[] = [];
  for (const body of Object.values(examples)) {
    const created = await alerts.create(body);
    const found = await alerts.get(created.id);
    if (stateful)
      expect(created).toMatchObject({ name: body.name, threshold: body.threshold, source: body.source });
    if (stateful) expect(found).toMatchObject({ id: created.id, name: body.name });
    made.push(found);
  }
  return made;
}

function requiredExample<Id extends 'createPipe' | 'updatePipe'>(operationId: Id, name: string) {
  const example = requestExamples(operationId)[name];
  if (example === undefined)
    throw new Error(`The contract has no request example ${name} of ${operationId}.`);
  return example;
}

/** What is only ever sent is in no answer. */
function expectNoSecrets(answer: Pipe, sent: unknown): void {
  const text = JSON.stringify(answer);
  for (const secret of secretsIn(sent)) expect(text).not.toContain(secret);
}

const SECRET_PROPERTIES: readonly string[] = ['username', 'password', 'accessKeyId', 'secretKey'];

function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    SECRET_PROPERTIES.includes(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
}

import { describe, expectTypeOf, test } from 'vitest';
import type {
  Alert,
  AlertCreate,
  ApiPromise,
  Dashboard,
  FailureOf,
  ManagementClient,
  ObservabilityClient,
  PagePromise,
  Pipe,
  PipeCreate,
  PipeState,
  Pipes,
  PipeUpdate,
  Service,
  StackAlerts,
  StackDashboards,
} from '../src/index.ts';

/*
 * The compiler checks these tests (`tsc -p tsconfig.tests.json`): code under `@ts-expect-error` must not compile. The
 * functions are never called.
 */

declare const management: ManagementClient;
declare const { pipes, dashboards, alerts }: Service;
declare const team: ObservabilityClient;

describe('bodies', () => {
  test('accept only properties of the contract', () => {
    void (() => pipes.update('p', { name: 'x', source: { kafka: { credentials: { password: 'y' } } } }));
    // @ts-expect-error: no such property
    void (() => pipes.update('p', { nmae: 'x' }));
    // @ts-expect-error: no such property, two levels down
    void (() => pipes.update('p', { source: { kafka: { brokers: 'cannot change' } } }));
    // @ts-expect-error: a name is a string
    void (() => pipes.update('p', { name: 5 }));
    // @ts-expect-error: the API rejects null
    void (() => pipes.update('p', { name: null }));
    // @ts-expect-error: source and destination are required
    void (() => pipes.create({ name: 'x' }));
    // @ts-expect-error: no such command
    void (() => pipes.updateState('p', { command: 'pause' }));
    // @ts-expect-error: an alert needs a threshold
    void (() => alerts.create({ interval: '5m', source: 'tile', thresholdType: 'above' }));
  });

  test('contain secrets, and responses do not', () => {
    type KafkaCreate = NonNullable<PipeCreate['source']['kafka']>;
    type Kafka = NonNullable<Pipe['source']['kafka']>;
    expectTypeOf<NonNullable<KafkaCreate['credentials']>['password']>().toEqualTypeOf<string>();
    expectTypeOf<Kafka>().not.toHaveProperty('credentials');
  });
});

describe('arguments', () => {
  test('are the ids and options of the operation', () => {
    // @ts-expect-error: the pipe is missing
    void (() => pipes.get());
    // @ts-expect-error: an id is a string
    void (() => pipes.get(7));
    // @ts-expect-error: reading is not conditional
    void (() => pipes.get('p', { ifMatch: '"7"' }));
    // @ts-expect-error: an update has no idempotency key
    void (() => pipes.update('p', { name: 'x' }, { idempotencyKey: 'k' }));
    // @ts-expect-error: a limit is a number
    void (() => dashboards.list({ limit: '5' }));
    // @ts-expect-error: no such parameter
    void (() => dashboards.list({ page: 5 }));
    // @ts-expect-error: the service is missing
    void (() => management.service({ organizationId: 'o' }));
    // @ts-expect-error: the observability surface has no pipes
    void (() => team.pipes);
  });

  test('of the raw layer are typed by path', () => {
    // @ts-expect-error: not a path of this surface
    void (() => team.raw.GET('/v1/organizations/{organizationId}/services/{serviceId}/pipes', {}));
    // @ts-expect-error: the path parameters are missing
    void (() => team.raw.GET('/api/v2/alerts/{alertId}'));
    void (() => team.raw.GET('/api/v2/alerts/{alertId}', { params: { path: { alertId: 'a' } } }));
  });
});

describe('responses', () => {
  test('are the resources', () => {
    expectTypeOf<Pipes['get']>().returns.toEqualTypeOf<ApiPromise<Pipe, FailureOf<'getPipe'>>>();
    expectTypeOf<StackDashboards['list']>().returns.toEqualTypeOf<
      PagePromise<Dashboard, FailureOf<'listStackDashboards'>>
    >();
    expectTypeOf<Awaited<ReturnType<StackDashboards['list']>>['items']>().toEqualTypeOf<Dashboard[]>();
    expectTypeOf<Awaited<ReturnType<StackAlerts['get']>>>().toEqualTypeOf<Alert>();
    expectTypeOf<Awaited<ApiPromise<Pipe>>>().toEqualTypeOf<Pipe>();
  });

  test('have states that complete in an editor and accept new values', () => {
    expectTypeOf<Pipe['state']>().toEqualTypeOf<PipeState>();
    expectTypeOf<'Running'>().toExtend<PipeState>();
    expectTypeOf<'Hibernating'>().toExtend<PipeState>();
    // @ts-expect-error: a state is a string
    void (() => pipes.waitForState('p', 5));
  });

  test('have the properties of the contract', () => {
    expectTypeOf<Pipe['id']>().toEqualTypeOf<string>();
    expectTypeOf<AlertCreate['threshold']>().toEqualTypeOf<number>();
    expectTypeOf<PipeUpdate['name']>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error: no such property
    void ((pipe: Pipe) => pipe.status);
  });
});

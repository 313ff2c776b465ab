import { isDeepStrictEqual } from 'node:util';
import { type ErrorEntry, type Logger, ProblemError } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import { kindOf, type PipePlan, type PipeState } from '../runtime/pipe.ts';
import type { PipeRuntime, SampleVerdict } from '../runtime/pipe-runtime.ts';
import { type ExpectedVersions, requireVersion } from '../stack/base/entity-tag.ts';
import type { IdempotencyService, RepeatableRequest } from '../stack/base/idempotency.ts';
import { type Cursors, type Page, type PageRequest, readPage } from '../stack/base/page.ts';
import { present } from '../stack/base/present.ts';
import { notFound } from '../stack/base/problems.ts';
import type { Database } from '../storage/database.ts';
import { lifeCycleOf, settledState } from '../worker/progress.ts';
import type { PipeRecord, PipeWithSecrets } from '../worker/stored-pipe.ts';
import { conflictingMappings } from './connectors/postgres.ts';
import { isSteady, outcomeOf, type PipeCommand, readsFromScratch, stateAfterChange } from './life-cycle.ts';
import {
  type PipeCreateBody,
  type PipeScalingBody,
  type PipeUpdateBody,
  type PipeView,
  viewOf,
} from './pipe.ts';
import { changePipe, checkCreate, checkPlan, checkUpdate, definePipe, kindsIn } from './plan.ts';
import type { PipeFilter, PipeRepository } from './repository.ts';
import { effectiveSettings } from './settings.ts';

/** A pipe as answers show it, and its version. */
export interface VersionedPipe {
  readonly pipe: PipeView;
  readonly version: number;
}

/** The rules of pipes. All of them know a pipe by the service that owns it. */
export interface PipeService {
  create(
    serviceId: string,
    body: PipeCreateBody,
    request: RepeatableRequest,
  ): Promise<VersionedPipe & { replayed: boolean }>;
  get(serviceId: string, pipeId: string): Promise<VersionedPipe>;
  list(serviceId: string, query: PageRequest & PipeFilter): Promise<Page<PipeView>>;
  /** The effective settings, and the version of the pipe that they belong to. */
  settings(serviceId: string, pipeId: string): Promise<{ settings: PipeView['settings']; version: number }>;
  /** Forgets the pipe for everybody who asks; the reconciler lets the runtime go and then deletes it with its secrets. */
  remove(serviceId: string, pipeId: string, expected: ExpectedVersions): Promise<void>;
  scale(
    serviceId: string,
    pipeId: string,
    body: PipeScalingBody,
    expected: ExpectedVersions,
  ): Promise<VersionedPipe>;
  update(
    serviceId: string,
    pipeId: string,
    body: PipeUpdateBody,
    expected: ExpectedVersions,
  ): Promise<VersionedPipe>;
  command(
    serviceId: string,
    pipeId: string,
    command: PipeCommand | undefined,
    expected: ExpectedVersions,
  ): Promise<VersionedPipe>;
}

export interface PipeServiceParts {
  readonly repository: PipeRepository;
  /** The repository on a transaction, so that a pipe and its idempotency record are stored together. */
  readonly repositoryOn: (db: Database) => PipeRepository;
  readonly idempotency: IdempotencyService;
  readonly cursors: Cursors;
  readonly runtime: Pick<PipeRuntime, 'name' | 'readSample'>;
  /** Tells a reconciler of this process that there is work; those of other processes find it by themselves. */
  readonly wake: () => void;
  readonly logger: Logger;
}

export function pipeService(parts: PipeServiceParts): PipeService {
  const { repository, repositoryOn, idempotency, cursors, runtime, wake, logger } = parts;

  const find = async (serviceId: string, pipeId: string) =>
    existing(await repository.find(serviceId, pipeId));

  /**
   * Changes a pipe as it is now. Whoever was faster wins and the change is worked out anew from what they left, so
   * nothing is lost between reading and writing (D-11, D-23).
   */
  const change = async (
    serviceId: string,
    pipeId: string,
    expected: ExpectedVersions,
    work: (pipe: PipeWithSecrets) => Promise<PipeWithSecrets> | PipeWithSecrets,
  ): Promise<VersionedPipe> => {
    for (;;) {
      const before = existing(await repository.findWithSecrets(serviceId, pipeId));
      requireVersion(expected, before.version);
      const after = await work(before);
      if (after === before) return versioned(before);
      const now = new Date().toISOString();
      const stored = { ...after, version: before.version + 1, updatedAt: now };
      if (!(await repository.replace(stored, before))) continue;
      if (stored.generation !== before.generation) wake();
      return versioned(stored);
    }
  };

  const refuseUnfitSample = async (pipeId: string, plan: PipePlan) => {
    const verdict = await runtime.readSample({ id: pipeId, ...plan });
    if (!verdict.read) {
      logger.warn(
        { pipeId, runtime: runtime.name },
        'validateSamples was asked for, but this runtime reads no data',
      );
    }
    if (verdict.misfits.length > 0) throw unfitSample(verdict);
  };

  return {
    async create(serviceId, body, request) {
      refuse(checkCreate(body));
      const id = uuidv7();
      const plan = definePipe(body, id);
      refuse(checkPlan(plan));
      const now = new Date().toISOString();
      const pipe: PipeWithSecrets = {
        id,
        serviceId,
        ...plan,
        ...entering('Provisioning', plan, false),
        observedState: null,
        initialized: false,
        generation: 1,
        failure: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const { value, replayed } = await idempotency.once(request, {
        async prepare() {
          if (body.source.validateSamples === true) await refuseUnfitSample(id, plan);
        },
        async create(db) {
          await repositoryOn(db).insert(pipe);
          return versioned(pipe);
        },
      });
      if (!replayed) wake();
      return { ...value, replayed };
    },

    get: async (serviceId, pipeId) => versioned(await find(serviceId, pipeId)),

    async list(serviceId, { limit, cursor, ...filter }) {
      const read = (count: number, afterId: string | undefined) =>
        repository.list(serviceId, filter, count, afterId);
      const page = await readPage(cursors, `pipes ${serviceId}`, present({ limit, cursor }), read);
      return { ...page, items: page.items.map(viewOf) };
    },

    async settings(serviceId, pipeId) {
      const { definition, version } = await find(serviceId, pipeId);
      return { settings: effectiveSettings(definition), version };
    },

    async remove(serviceId, pipeId, expected) {
      for (;;) {
        const pipe = await find(serviceId, pipeId);
        requireVersion(expected, pipe.version);
        if (!(await repository.markDeleted(pipe))) continue;
        wake();
        return;
      }
    },

    scale: (serviceId, pipeId, body, expected) =>
      change(serviceId, pipeId, expected, (before) => {
        if (kindOf(before.definition.source) === 'postgres') throw unscalable();
        const scaling = { ...before.definition.scaling, ...present(body) };
        return changed(before, { definition: { ...before.definition, scaling }, secrets: before.secrets });
      }),

    update: (serviceId, pipeId, body, expected) =>
      change(serviceId, pipeId, expected, async (before) => {
        refuseOtherKind(before, body);
        refuse(checkUpdate(kindOf(before.definition.source), body));
        refuseMappingConflicts(before, body);
        const plan = changePipe(before, body);
        refuse(checkPlan(plan));
        if (body.source?.validateSamples === true) await refuseUnfitSample(pipeId, plan);
        return changed(before, plan);
      }),

    command: (serviceId, pipeId, command, expected) => {
      if (command === undefined) throw missingCommand();
      return change(serviceId, pipeId, expected, (before) => {
        const outcome = outcomeOf(command, before.state, lifeCycleOf(before.definition));
        if (outcome.kind === 'nothing') return before;
        if (outcome.kind === 'reject') throw refusedCommand(command, before, outcome.code);
        const initialized = before.initialized && !readsFromScratch(outcome.state);
        return {
          ...before,
          ...entering(outcome.state, before, initialized),
          initialized,
          failure: null,
          generation: before.generation + 1,
        };
      });
    },
  };
}

/** The states of a pipe that its owner sends somewhere: what it shows at once, and where it is to settle. */
function entering(state: PipeState, { definition }: PipePlan, initialized: boolean) {
  return { state, desiredState: settledState(state, lifeCycleOf(definition), initialized) };
}

/** @throws ProblemError 404 if there is none. */
function existing<Pipe extends PipeRecord>(pipe: Pipe | undefined): Pipe {
  if (pipe === undefined) throw notFound();
  return pipe;
}

function versioned(pipe: PipeRecord): VersionedPipe {
  return { pipe: viewOf(pipe), version: pipe.version };
}

/** The pipe after a change. What changes nothing is no change, so that a repeat is harmless (D-12). */
function changed(before: PipeWithSecrets, plan: PipePlan): PipeWithSecrets {
  if (isDeepStrictEqual(plan, { definition: before.definition, secrets: before.secrets })) return before;
  if (isDeepStrictEqual(withoutName(plan), withoutName(before))) return { ...before, ...plan };
  const generation = before.generation + 1;
  if (before.state === 'Failed') return { ...before, ...plan, generation };
  return {
    ...before,
    ...plan,
    ...entering(stateAfterChange(before.state), plan, before.initialized),
    generation,
  };
}

/** What the runtime works by; names are for people. */
function withoutName({ definition, secrets }: PipePlan) {
  const { name: _name, ...rest } = definition;
  return { definition: rest, secrets };
}

function refuse(errors: readonly ErrorEntry[]): void {
  if (errors.length === 0) return;
  throw new ProblemError({
    code: 'validation_failed',
    detail: 'The request contradicts the rules of pipes. Mend what errors names and send it again.',
    errors,
  });
}

/** D-24. */
function refuseOtherKind(pipe: PipeRecord, body: PipeUpdateBody): void {
  const kind = kindOf(pipe.definition.source);
  const others = kindsIn(body.source).filter((candidate) => candidate !== kind);
  if (others.length === 0) return;
  throw new ProblemError({
    code: 'source_kind_mismatch',
    detail: `This is a ${kind} pipe; its update may only hold source.${kind}.`,
    errors: others.map((other) => ({
      pointer: `/source/${other}`,
      code: 'not_applicable',
      message: `the source of this pipe is ${kind}`,
    })),
  });
}

/** D-25. */
function refuseMappingConflicts(pipe: PipeRecord, body: PipeUpdateBody): void {
  const source = pipe.definition.source.postgres;
  const update = body.source?.postgres;
  if (source === undefined || update === undefined) return;
  const lists = (['tableMappingsToAdd', 'tableMappingsToRemove'] as const).filter(
    (list) => update[list] !== undefined,
  );
  if (lists.length === 0) return;
  if (!isSteady(pipe.state)) {
    throw new ProblemError({
      code: 'pipe_state_conflict',
      detail: `Table mappings cannot be changed while the pipe is in the state ${pipe.state}. Wait for a steady state and send it again.`,
      errors: lists.map((list) => ({
        pointer: `/source/postgres/${list}`,
        code: 'not_applicable',
        message: `cannot be changed in the state ${pipe.state}`,
      })),
    });
  }
  const errors = conflictingMappings(source, update);
  if (errors.length === 0) return;
  throw new ProblemError({
    code: 'table_mapping_conflict',
    detail: 'The table mappings cannot be changed as asked. Nothing was applied.',
    errors: errors.map((wrong) => ({ ...wrong, pointer: `/source/postgres${wrong.pointer}` })),
  });
}

/** D-29: the schema does not require the command, the rule does. */
function missingCommand(): ProblemError {
  return new ProblemError({
    code: 'command_missing',
    detail: 'Set command to start, stop or resync.',
    errors: [{ pointer: '/command', code: 'required', message: 'must be start, stop or resync' }],
  });
}

function refusedCommand(
  command: PipeCommand,
  pipe: PipeRecord,
  code: 'pipe_state_conflict' | 'command_not_supported',
): ProblemError {
  const kind = kindOf(pipe.definition.source);
  const detail =
    code === 'command_not_supported'
      ? `Only postgres pipes can be resynced; this is a ${kind} pipe.`
      : `The command ${command} is not possible while the pipe is in the state ${pipe.state}.`;
  return new ProblemError({ code, detail });
}

/** D-31. */
function unscalable(): ProblemError {
  return new ProblemError({
    code: 'scaling_not_supported',
    detail: 'Postgres pipes are scaled by the service.',
  });
}

/** D-27. */
function unfitSample(verdict: SampleVerdict): ProblemError {
  return new ProblemError({
    code: 'sample_validation_failed',
    detail:
      'Rows read from the source do not fit the destination columns. Change the columns or the field mappings.',
    errors: verdict.misfits.map((misfit) => ({ ...misfit, code: 'invalid' })),
  });
}

import { isDeepStrictEqual } from 'node:util';
import type { PipeRuntime } from '@penstock/engine';
import { kindOf, type PipePlan, type PipeState } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import { type ExpectedVersions, requireVersion } from '../stack/base/entity-tag.ts';
import type { IdempotencyService, RepeatableRequest } from '../stack/base/idempotency.ts';
import {
  type Cursors,
  listName,
  type Page,
  type PageRequest,
  readPage,
  viewedPage,
} from '../stack/base/page.ts';
import { present } from '../stack/base/present.ts';
import { notFound, rejectInvalid } from '../stack/base/problems.ts';
import type { Database } from '../storage/database.ts';
import type { DatabaseOwners } from '../storage/database-owners.ts';
import { lifeCycleOf, settledState } from '../worker/progress.ts';
import type { PipeRecord, PipeWithSecrets } from '../worker/stored-pipe.ts';
import type { Wake } from '../worker/worker.ts';
import { checkDatabase } from './destination.ts';
import {
  initialState,
  outcomeOf,
  type PipeCommand,
  readsFromScratch,
  stateAfterChange,
} from './life-cycle.ts';
import {
  type PipeCreateBody,
  type PipeScalingBody,
  type PipeSettingsBody,
  type PipeUpdateBody,
  type PipeView,
  viewOf,
} from './pipe.ts';
import { changePipe, checkCreate, checkPlan, checkUpdate, DEFAULT_SCALING, definePipe } from './plan.ts';
import {
  failedSample,
  rejectDefinitionErrors,
  rejectedCommand,
  rejectMappingConflicts,
  rejectOtherKind,
  unscalable,
} from './problems.ts';
import type { PipeFilter, PipeRepository } from './repository.ts';
import { checkSettings, effectiveSettings } from './settings.ts';

/** A pipe in responses, and its version. */
export interface VersionedPipe {
  readonly pipe: PipeView;
  readonly version: number;
}

/** The effective settings of a pipe, and its version. */
export interface VersionedSettings {
  readonly settings: PipeView['settings'];
  readonly version: number;
}

/** The rules of pipes. */
export interface PipeService {
  create(
    serviceId: string,
    body: PipeCreateBody,
    request: RepeatableRequest,
  ): Promise<VersionedPipe & { replayed: boolean }>;
  get(serviceId: string, pipeId: string): Promise<VersionedPipe>;
  list(serviceId: string, query: PageRequest & PipeFilter): Promise<Page<PipeView>>;
  settings(serviceId: string, pipeId: string): Promise<VersionedSettings>;
  /** Replaces all settings, and returns the effective ones. */
  replaceSettings(
    serviceId: string,
    pipeId: string,
    body: PipeSettingsBody,
    expected: ExpectedVersions,
  ): Promise<VersionedSettings>;
  /** Hides the pipe immediately. The reconciler then releases it and deletes it with its secrets. */
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
    command: PipeCommand,
    expected: ExpectedVersions,
  ): Promise<VersionedPipe>;
}

export interface PipeServiceParts {
  readonly repository: PipeRepository;
  /** The repository in a transaction, so that a pipe and its idempotency record are stored together. */
  readonly repositoryOn: (db: Database) => PipeRepository;
  readonly idempotency: IdempotencyService;
  readonly cursors: Cursors;
  readonly databases: Pick<DatabaseOwners, 'mayName'>;
  readonly runtime: PipeRuntime;
  /** Notifies the reconciler of this process of new work; those of other processes poll. */
  readonly wake: Pick<Wake, 'newPipe' | 'changedPipe'>;
  readonly logger: Logger;
}

export function pipeService(parts: PipeServiceParts): PipeService {
  const { repository, repositoryOn, idempotency, cursors, databases, runtime, wake, logger } = parts;

  const versioned = (pipe: PipeRecord) => ({ pipe: viewOf(pipe, runtime), version: pipe.version });

  const find = async (serviceId: string, pipeId: string) =>
    existing(await repository.find(serviceId, pipeId));

  /**
   * Changes the current version of a pipe. If another request changes it first, the change is computed again from the
   * new version, so no change is lost (D-11, D-23).
   */
  const change = async (
    serviceId: string,
    pipeId: string,
    expected: ExpectedVersions,
    work: (pipe: PipeWithSecrets) => Promise<PipeWithSecrets> | PipeWithSecrets,
  ): Promise<PipeRecord> => {
    for (;;) {
      const before = existing(await repository.findWithSecrets(serviceId, pipeId));
      requireVersion(expected, before.version);
      const after = await work(before);
      if (after === before) return before;
      const now = new Date().toISOString();
      const stored = { ...after, version: before.version + 1, updatedAt: now };
      if (!(await repository.replace(stored, before))) continue;
      if (stored.generation !== before.generation) wake.changedPipe();
      return stored;
    }
  };

  const rejectFailedSample = async (pipeId: string, plan: PipePlan) => {
    const verdict = await runtime.readSample({ id: pipeId, ...plan });
    if (!verdict.read) {
      logger.warn(
        { pipeId, runtime: runtime.name },
        runtime.simulated
          ? 'validateSamples was requested, but this runtime reads no data'
          : 'validateSamples was requested, but the source has no rows yet',
      );
    }
    if (verdict.errors.length > 0) throw failedSample(verdict);
  };

  return {
    async create(serviceId, body, request) {
      rejectInvalid(checkCreate(body));
      const id = uuidv7();
      const plan = definePipe(body, id);
      rejectInvalid(checkPlan(plan));
      const now = new Date().toISOString();
      const pipe: PipeWithSecrets = {
        id,
        serviceId,
        ...plan,
        ...entering(initialState(lifeCycleOf(plan.definition), body.startPaused === true), plan, false),
        observedState: null,
        initialized: false,
        generation: 1,
        failure: null,
        deliveryGuarantee: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const { value, replayed } = await idempotency.once(request, {
        async prepare() {
          rejectInvalid(await checkDatabase(databases, serviceId, plan.definition.destination));
          rejectDefinitionErrors(await runtime.checkDefinition(plan.definition));
          if (body.source.validateSamples === true) await rejectFailedSample(id, plan);
        },
        async create(db) {
          await repositoryOn(db).insert(pipe);
          return versioned(pipe);
        },
      });
      if (!replayed) wake.newPipe();
      return { ...value, replayed };
    },

    get: async (serviceId, pipeId) => versioned(await find(serviceId, pipeId)),

    async list(serviceId, { limit, cursor, ...filter }) {
      const page = await readPage(cursors, listName('pipes', serviceId, filter), present({ limit, cursor }), {
        sizes: (count, afterId) => repository.sizes(serviceId, filter, count, afterId),
        read: (count, afterId) => repository.list(serviceId, filter, count, afterId),
      });
      return viewedPage(page, (pipe) => viewOf(pipe, runtime));
    },

    settings: async (serviceId, pipeId) => versionedSettings(await find(serviceId, pipeId)),

    async replaceSettings(serviceId, pipeId, body, expected) {
      const replaced = await change(serviceId, pipeId, expected, async (before) => {
        const definition = { ...before.definition, settings: present(body) };
        rejectInvalid(checkSettings(definition));
        rejectDefinitionErrors(await runtime.checkDefinition(definition));
        return changed(before, { definition, secrets: before.secrets });
      });
      return versionedSettings(replaced);
    },

    async remove(serviceId, pipeId, expected) {
      for (;;) {
        const pipe = await find(serviceId, pipeId);
        requireVersion(expected, pipe.version);
        if (!(await repository.markDeleted(pipe))) continue;
        wake.changedPipe();
        return;
      }
    },

    async scale(serviceId, pipeId, body, expected) {
      const scaled = await change(serviceId, pipeId, expected, (before) => {
        if (kindOf(before.definition.source) === 'postgres') throw unscalable();
        const scaling = { ...DEFAULT_SCALING, ...before.definition.scaling, ...present(body) };
        return changed(before, { definition: { ...before.definition, scaling }, secrets: before.secrets });
      });
      return versioned(scaled);
    },

    async update(serviceId, pipeId, body, expected) {
      const updated = await change(serviceId, pipeId, expected, async (before) => {
        rejectOtherKind(before, body);
        rejectInvalid(checkUpdate(kindOf(before.definition.source), body));
        rejectMappingConflicts(before, body);
        const plan = changePipe(before, body);
        rejectInvalid(checkPlan(plan));
        rejectDefinitionErrors(await runtime.checkDefinition(plan.definition));
        if (body.source?.validateSamples === true) await rejectFailedSample(pipeId, plan);
        return changed(before, plan);
      });
      return versioned(updated);
    },

    async command(serviceId, pipeId, command, expected) {
      const commanded = await change(serviceId, pipeId, expected, (before) => {
        const outcome = outcomeOf(command, before.state, lifeCycleOf(before.definition));
        if (outcome.kind === 'nothing') return before;
        if (outcome.kind === 'reject') throw rejectedCommand(command, before, outcome.code);
        const initialized = before.initialized && !readsFromScratch(outcome.state);
        return {
          ...before,
          ...entering(outcome.state, before, initialized),
          initialized,
          failure: null,
          generation: before.generation + 1,
        };
      });
      return versioned(commanded);
    },
  };
}

/** The new state of a pipe after a request, and the state in which it is to stay. */
function entering(state: PipeState, { definition }: PipePlan, initialized: boolean) {
  return { state, desiredState: settledState(state, lifeCycleOf(definition), initialized) };
}

/** @throws ProblemError 404 if the pipe does not exist */
function existing<Pipe extends PipeRecord>(pipe: Pipe | undefined): Pipe {
  if (pipe === undefined) throw notFound();
  return pipe;
}

function versionedSettings({ definition, version }: PipeRecord): VersionedSettings {
  return { settings: effectiveSettings(definition), version };
}

/** The pipe after a change. A change without effect keeps the version, so requests can be repeated (D-12). */
function changed(before: PipeWithSecrets, plan: PipePlan): PipeWithSecrets {
  if (isDeepStrictEqual(plan, { definition: before.definition, secrets: before.secrets })) return before;
  if (isDeepStrictEqual(withoutName(plan), withoutName(before))) return { ...before, ...plan };
  const generation = before.generation + 1;
  const initialized = before.initialized && !addsTables(before, plan);
  if (before.state === 'Failed') return { ...before, ...plan, initialized, generation };
  return {
    ...before,
    ...plan,
    ...entering(stateAfterChange(before.state), plan, initialized),
    initialized,
    generation,
  };
}

/** Whether a Postgres pipe gets tables that have to be copied. */
function addsTables(before: PipePlan, after: PipePlan): boolean {
  const known = before.definition.source.postgres?.tableMappings ?? [];
  const mappings = after.definition.source.postgres?.tableMappings ?? [];
  return mappings.some((mapping) => !known.some((other) => isDeepStrictEqual(other, mapping)));
}

/** The part of a plan that the runtime uses. */
function withoutName({ definition, secrets }: PipePlan) {
  const { name: _name, ...rest } = definition;
  return { definition: rest, secrets };
}

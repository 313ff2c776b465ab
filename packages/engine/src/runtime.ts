import { checkDestination, requireColumns, requireDestination } from './compile/check-destination.ts';
import { deliveryGuaranteeOf } from './compile/delivery-guarantee.ts';
import { compileDestination, type DestinationPlan, tablesOf } from './compile/destination-plan.ts';
import { kindOf, type PipeDefinition, type SourceKind } from './pipe.ts';
import {
  type DefinitionError,
  PipeError,
  type PipeRuntime,
  type ReachedState,
  type RuntimePipe,
} from './pipe-runtime.ts';
import { EngineUnavailableError } from './port/engine-error.ts';
import type { EnginePort } from './port/engine-port.ts';
import type { Source, SourceImplementation, SourcePipe, Sources } from './sources/source.ts';
import { prepareTable } from './tables/prepare-table.ts';
import { destinationFailure } from './writer/engine-failure.ts';
import type { Ledger } from './writer/ledger.ts';
import { moveBatches } from './writer/move-batches.ts';
import { readRejectedRows } from './writer/rejected-rows.ts';

export interface EngineRuntimeParts {
  readonly engine: EnginePort;
  readonly ledger: Ledger;
  /** The hosts that sources may have; undefined allows every one that is not link-local. */
  readonly allowedHosts: readonly string[] | undefined;
  /** A pipe with another kind of source is rejected. */
  readonly sources: Sources;
  /** Called for something about a pipe that is no error, for the log. */
  readonly onNote?: (pipeId: string, message: string) => void;
}

/** A runtime that moves rows of sources into tables of ClickHouse. */
export function engineRuntime({
  engine,
  ledger,
  allowedHosts,
  sources,
  onNote: note = () => {},
}: EngineRuntimeParts): PipeRuntime {
  const context = { engine, allowedHosts, note };

  /** Works with an opened source, and closes it. */
  const withSource = async <Result>(
    pipe: SourcePipe,
    plan: DestinationPlan,
    work: (source: Source) => Promise<Result>,
  ): Promise<Result> => {
    const { open } = await requireSource(sources, pipe.definition);
    const source = open(pipe, plan, context);
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  };

  const prepare = async (pipe: RuntimePipe, signal: AbortSignal): Promise<ReachedState> => {
    await requireSource(sources, pipe.definition);
    const checked = await requireDestination(engine, pipe.definition);
    // A source that cannot be read leaves no table behind.
    await withSource(pipe, compileDestination(pipe, checked.columns), (source) => source.check(signal));
    return { deliveryGuarantee: await prepareTable(engine, pipe, checked) };
  };

  return {
    name: 'EngineRuntime',
    simulated: false,
    // `move` ends before a pipe is stopped or changed, so nothing is left to do for the other states.
    reachNextState: (pipe, signal) =>
      PREPARED.includes(pipe.state)
        ? explained(pipe, 'be set up', () => prepare(pipe, signal))
        : Promise.resolve({}),
    move: (pipe, signal, moving) =>
      explained(pipe, 'take rows', async () => {
        const plan = compileDestination(pipe, await requireColumns(engine, pipe.definition));
        await withSource(pipe, plan, (source) =>
          moveBatches({ pipe, plan, source, engine, ledger }, signal, moving),
        );
      }),
    // The tables stay, with their rows: also the rejected ones, for 30 days (D-20, D-74).
    release: async () => {},
    checkDefinition: (definition) => checkDefinition(engine, sources, definition),
    async readSample(pipe) {
      const { checked, errors } = await checkDestination(engine, pipe.definition);
      if (errors.length > 0) return { read: false, errors };
      // The sample is compared with the columns, not with the table.
      const plan = compileDestination({ ...pipe, databasePrefix: '' }, checked.columns);
      return withSource(pipe, plan, (source) => source.readSample(AbortSignal.timeout(SAMPLE_MS)));
    },
    async discoverSchema(plan) {
      const { discover } = await requireSource(sources, plan);
      if (discover === undefined) throw unsupported(kindOf(plan.source));
      return discover(plan, context);
    },
    deliveryGuarantee: deliveryGuaranteeOf,
    readMetrics: (pipeId, since, until) => ledger.readMetrics(pipeId, since, until),
    readRejectedRows: (pipe, limit, beforeId) => readRejectedRows(engine, pipe, limit, beforeId),
  };
}

/** The states in which a pipe gets its table, and its source is checked. */
const PREPARED: readonly string[] = ['Provisioning', 'Modifying'];
const SAMPLE_MS = 30_000;

async function requireSource(
  sources: Sources,
  { source }: Pick<PipeDefinition, 'source'>,
): Promise<SourceImplementation> {
  const load = sources[kindOf(source)];
  if (load === undefined) throw unsupported(kindOf(source));
  return load();
}

function unsupported(kind: SourceKind): PipeError {
  return new PipeError(
    'internal_error',
    `This server does not move data from sources of the kind ${kind} yet.`,
  );
}

async function checkDefinition(
  engine: EnginePort,
  sources: Sources,
  definition: PipeDefinition,
): Promise<readonly DefinitionError[]> {
  const kind = kindOf(definition.source);
  const load = sources[kind];
  if (load === undefined)
    return [
      {
        pointer: `/source/${kind}`,
        message: `is a kind of source that this server does not move data from yet`,
      },
    ];
  const unsuitable = (await load()).check?.(definition) ?? [];
  try {
    return [...unsuitable, ...(await checkDestination(engine, definition)).errors];
  } catch (error) {
    // The definition is checked again when the pipe is set up.
    if (error instanceof EngineUnavailableError) return unsuitable;
    throw error;
  }
}

/** Errors of the engine as errors of the destination. */
async function explained<Result>(
  pipe: RuntimePipe,
  task: 'be set up' | 'take rows',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw destinationFailure(error, tablesOf(pipe).table, task);
  }
}

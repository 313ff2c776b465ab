import { checkDestination, requireColumns, requireDestination } from './compile/check-destination.ts';
import { compileDestination, type DestinationPlan, tablesOf } from './compile/destination-plan.ts';
import type { PipeDefinition } from './pipe.ts';
import type { DefinitionError, ReachedState, RuntimePipe } from './pipe-runtime.ts';
import { EngineUnavailableError } from './port/engine-error.ts';
import type { EnginePort } from './port/engine-port.ts';
import type { MoverContext, PipeMover } from './sources/mover.ts';
import type { Source, SourceDivision, SourceImplementation, SourcePipe } from './sources/source.ts';
import { prepareTable } from './tables/prepare-table.ts';
import { divideSource } from './writer/divide-source.ts';
import { destinationFailure } from './writer/engine-failure.ts';
import { moveBatches } from './writer/move-batches.ts';

/** The states in which a pipe gets its table, and its source is checked. */
const PREPARED: readonly string[] = ['Provisioning', 'Modifying'];
const SAMPLE_MS = 30_000;

/** Moves pipes whose rows go to one table. */
export function tableMover(implementation: SourceImplementation, context: MoverContext): PipeMover {
  const { engine, ledger } = context;
  const { open, check, release, discover, division } = implementation;

  /** Works with an opened source, and closes it. */
  const withSource = async <Result>(
    pipe: SourcePipe,
    plan: DestinationPlan,
    work: (source: Source) => Promise<Result>,
  ): Promise<Result> => {
    const source = open(pipe, plan, context);
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  };

  const prepare = async (pipe: RuntimePipe, signal: AbortSignal): Promise<ReachedState> => {
    const checked = await requireDestination(engine, pipe.definition);
    // A source that cannot be read leaves no table behind.
    await withSource(pipe, compileDestination(pipe, checked.columns), (source) => source.check(signal));
    return { deliveryGuarantee: await prepareTable(engine, pipe, checked) };
  };

  const divide = (division: SourceDivision, pipe: RuntimePipe, signal: AbortSignal): Promise<number> =>
    explained(pipe, 'take rows', async () => {
      const count = pipe.definition.scaling?.replicas ?? 1;
      const { length: readers } = await ledger.readAll(pipe.id);
      if (readers === count || (readers === 0 && count === 1)) return count;
      const plan = compileDestination(pipe, await requireColumns(engine, pipe.definition));
      await withSource(pipe, plan, (source) =>
        divideSource({ pipe, plan, source, division, engine, ledger }, count, signal),
      );
      return count;
    });

  return {
    // `move` ends before a pipe is stopped or changed, so nothing is left to do for the other states.
    reachNextState: (pipe, signal) =>
      PREPARED.includes(pipe.state)
        ? explained(pipe, 'be set up', () => prepare(pipe, signal))
        : Promise.resolve({}),
    ...(division !== undefined && { divide: (pipe, signal) => divide(division, pipe, signal) }),
    move: (pipe, signal, moving) =>
      explained(pipe, 'take rows', async () => {
        const plan = compileDestination(pipe, await requireColumns(engine, pipe.definition));
        const progress = await ledger.read(pipe);
        const share = { index: pipe.reader, count: progress.readers };
        await withSource({ ...pipe, share }, plan, (source) =>
          moveBatches({ pipe, plan, source, engine, ledger, progress }, signal, moving),
        );
      }),
    // The tables stay, with their rows: also the rejected ones, for 30 days (D-20, D-74).
    release: async (pipe) => release?.(pipe, context),
    checkDefinition: async (definition) => [
      ...(check?.(definition) ?? []),
      ...(await destinationErrors(engine, definition)),
    ],
    async readSample(pipe) {
      const { checked, errors } = await checkDestination(engine, pipe.definition);
      if (errors.length > 0) return { read: false, errors };
      // The sample is compared with the columns, not with the table.
      const plan = compileDestination({ ...pipe, databasePrefix: '' }, checked.columns);
      return withSource(pipe, plan, (source) => source.readSample(AbortSignal.timeout(SAMPLE_MS)));
    },
    ...(discover !== undefined && { discover: (plan) => discover(plan, context) }),
  };
}

/** Empty while the engine is away: the definition is checked again when the pipe is set up. */
async function destinationErrors(
  engine: EnginePort,
  definition: PipeDefinition,
): Promise<readonly DefinitionError[]> {
  try {
    return (await checkDestination(engine, definition)).errors;
  } catch (error) {
    if (error instanceof EngineUnavailableError) return [];
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

import type { PipeDefinition, PipeSourcePlan } from '../../pipe.ts';
import type { DefinitionError, ReachedState, RuntimePipe } from '../../pipe-runtime.ts';
import type { MoverContext, MoverImplementation, PipeMover } from '../mover.ts';
import { checkPostgres } from './check-postgres.ts';
import { type PostgresAccess, postgresAccess } from './connection/postgres-access.ts';
import { sourceFailure } from './connection/source-failure.ts';
import { copyPipe } from './copy/copy-pipe.ts';
import { discoverTables } from './discovery/discover-tables.ts';
import { sampleTables } from './discovery/sample-tables.ts';
import { followPipe } from './follow/follow-pipe.ts';
import { preparePipe } from './prepare-pipe.ts';
import { dropMadeObjects } from './replication/drop-made-objects.ts';
import { examineSlot } from './replication/examine-slot.ts';
import { beginResync, setUpPipe } from './set-up-pipe.ts';
import { snapshotMetrics } from './snapshot-metrics.ts';

/** The parts of the work on a Postgres pipe. */
export interface PostgresWork {
  readonly pipe: RuntimePipe;
  readonly access: PostgresAccess;
  readonly context: MoverContext;
  readonly signal: AbortSignal;
  /** Called each time rows are in a table, and each time the source has nothing new. */
  readonly moving: () => void;
}

/** Moves pipes from Postgres: it copies tables, and follows their changes. */
function postgresMover(context: MoverContext): PipeMover {
  const reading = async <Result>(
    plan: PipeSourcePlan,
    read: (access: PostgresAccess) => Promise<Result>,
  ): Promise<Result> => {
    const access = postgresAccess(plan, context.allowedHosts);
    try {
      return await read(access);
    } catch (error) {
      throw sourceFailure(error, access.source);
    }
  };
  const working = async <Result>(
    pipe: RuntimePipe,
    signal: AbortSignal,
    moving: () => void,
    run: (work: PostgresWork) => Promise<Result>,
  ): Promise<Result> => {
    return reading({ ...pipe.definition, secrets: pipe.secrets }, (access) =>
      run({ pipe, access, context, signal, moving }),
    );
  };
  return {
    reachNextState: (pipe, signal, moving = () => {}) => working(pipe, signal, moving, reachNextState),
    move: (pipe, signal, moving) => working(pipe, signal, moving, followPipe),
    release: (pipe) => working(pipe, new AbortController().signal, () => {}, dropMadeObjects),
    examineAtRest: (pipe) =>
      reading({ ...pipe.definition, secrets: pipe.secrets }, (access) => examineSlot(pipe, access)),
    checkDefinition: async (definition: PipeDefinition): Promise<readonly DefinitionError[]> =>
      checkPostgres(definition),
    readMetrics: async (pipeId) => snapshotMetrics((await context.positions(pipeId))[0]),
    readSample: ({ definition, secrets }) => reading({ ...definition, secrets }, sampleTables),
    discover: (plan) => reading(plan, discoverTables),
  };
}

async function reachNextState(work: PostgresWork): Promise<ReachedState> {
  switch (work.pipe.state) {
    case 'Provisioning':
    case 'Modifying':
      return preparePipe(work);
    case 'Setup':
      await setUpPipe(work);
      return {};
    case 'Snapshot':
      await copyPipe(work);
      return {};
    case 'Resync':
      await beginResync(work);
      await copyPipe(work);
      return {};
    default:
      return {};
  }
}

export const postgresSource: MoverImplementation = { mover: postgresMover };

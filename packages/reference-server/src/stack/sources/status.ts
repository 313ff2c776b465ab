import type { SourceStatus as ContractStatus, Readable } from '@penstock/contract';
import { type EnginePort, EngineUnavailableError, findSourceProblem } from '@penstock/engine';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import type { Source } from './source.ts';

type SourceStatus = Readable<ContractStatus>;

/** Computes whether a tenant can query a source (D-92). It never rejects because of the engine. */
export type StatusOf = (tenantId: string, source: Source) => Promise<SourceStatus>;

/** A source can be read while the engine is slow. */
const LONGEST_MS = 5_000;

export function sourceStatus(
  engine: EnginePort | undefined,
  databases: Pick<DatabaseOwners, 'prefixFor'>,
): StatusOf {
  return async (tenantId, source) => {
    const databasePrefix = await databases.prefixFor(tenantId, source.from.databaseName);
    if (databasePrefix === undefined)
      return notReady(
        'database_not_readable',
        'The database belongs to a service that this tenant cannot read. Use another database, or ask an operator to link the team to the service.',
        '/from/databaseName',
      );
    if (engine === undefined)
      return notReady(
        'engine_unavailable',
        'This server has no engine, so nothing can be queried. Ask an operator to set PENSTOCK_ENGINE.',
      );
    try {
      const problem = await inTime(findSourceProblem(engine, { source, databasePrefix }));
      return problem === undefined
        ? { ready: true }
        : notReady(problem.code, problem.message, problem.pointer);
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      return notReady('engine_unavailable', 'The engine does not respond. Read the source again later.');
    }
  };
}

function notReady(
  code: NonNullable<SourceStatus['reason']>['code'],
  message: string,
  pointer?: string,
): SourceStatus {
  return { ready: false, reason: { code, message, ...(pointer !== undefined && { pointer }) } };
}

/** @throws EngineUnavailableError if the work takes too long */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new EngineUnavailableError('The engine did not respond in time.')),
    LONGEST_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

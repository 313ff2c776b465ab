import type { Readable, SourceInference, SourceProposal, Writable } from '@penstock/contract';
import { type EnginePort, InferenceError, inferSource } from '@penstock/engine';
import type { DatabaseOwners } from '../../storage/database-owners.ts';
import { errorEntry } from '../base/error-entries.ts';
import { rejectBrokenReferences, rejectInvalid } from '../base/problems.ts';
import type { TenantContext } from '../base/tenant.ts';
import { queryProblemOf } from '../queries/query-problem.ts';
import { databaseErrors } from './database-errors.ts';
import type { SourceRepository } from './repository.ts';

type Proposal = Readable<SourceProposal>;

export interface SourceInferenceParts {
  readonly engine: EnginePort;
  readonly repositories: {
    readonly sources: Pick<SourceRepository, 'list'>;
    readonly databases: Pick<DatabaseOwners, 'prefixFor'>;
  };
}

interface InferRequest {
  readonly body: Writable<SourceInference>;
}

/** The operations that propose a source for a table (D-93), on both surfaces. */
export function inferenceHandlers(parts: SourceInferenceParts) {
  const ok = 200 as const;
  const infer = async ({ body }: InferRequest, { tenantId }: TenantContext) => propose(parts, tenantId, body);
  return {
    management: {
      async inferStackSource(request: InferRequest, context: TenantContext) {
        const result = await infer(request, context);
        return { status: ok, body: { status: ok, requestId: context.requestId, result } };
      },
    },
    observability: {
      async inferSource(request: InferRequest, context: TenantContext) {
        return { status: ok, body: { data: await infer(request, context) } };
      },
    },
  };
}

async function propose(
  { engine, repositories }: SourceInferenceParts,
  tenantId: string,
  table: Writable<SourceInference>,
): Promise<Proposal> {
  const { databases, sources } = repositories;
  rejectBrokenReferences(await databaseErrors(databases, tenantId, '/databaseName', table.databaseName));
  const databasePrefix = await databases.prefixFor(tenantId, table.databaseName);
  const inferred = await inferSource(engine, { ...table, databasePrefix: databasePrefix ?? '' }).catch(
    rejectTable,
  );
  const source = inferred.source as Proposal['source'];
  const missing = [...inferred.missing];
  if (source.kind !== 'session') return { source, missing };
  return { source: { ...source, traceSourceId: await traceSource(sources, tenantId) }, missing };
}

function rejectTable(error: unknown): never {
  if (error instanceof InferenceError)
    rejectBrokenReferences([errorEntry(error.pointer, error.code, error.message)]);
  throw queryProblemOf(true, error);
}

/** The oldest trace source of the tenant: a session source requires one (D-55). */
async function traceSource(sources: Pick<SourceRepository, 'list'>, tenantId: string): Promise<string> {
  const [oldest] = await sources.list(tenantId, { kind: 'trace' }, 1, undefined);
  if (oldest === undefined)
    rejectInvalid([
      errorEntry(
        '/kind',
        'not_applicable',
        'must not be session while the tenant has no source of the kind trace; create that first',
      ),
    ]);
  return (oldest as { readonly id: string }).id;
}

import { PipeError } from '../../../pipe-runtime.ts';
import type { EnginePort } from '../../../port/engine-port.ts';
import type { StreamRelation } from '../changes/change.ts';
import type { Relation, RelationColumn, RelationName } from '../relations/relation.ts';
import { preparePlannedTable } from './prepare-planned-table.ts';
import { planTable, type TablePlan } from './table-plan.ts';

export interface SchemaParts {
  readonly engine: EnginePort;
  readonly pipeId: string;
  /** Reads a table from the catalog again. */
  readonly readRelation: (name: RelationName) => Promise<Relation | undefined>;
}

/**
 * Lets the destination follow the definition of a table: new columns are added, and types become wider.
 *
 * @throws PipeError if the destination cannot follow
 */
export async function followRelation(
  { engine, pipeId, readRelation }: SchemaParts,
  plan: TablePlan,
  described: StreamRelation,
): Promise<TablePlan> {
  if (isAsPlanned(plan.relation, described)) return plan;
  const relation = await readRelation(plan.relation);
  if (relation === undefined || relation.oid !== plan.relation.oid)
    throw unfollowable(plan, 'it was renamed, moved to another schema, or dropped. Add it to the pipe again');
  rejectRenamed(plan, relation);
  const followed = planTable(
    relation,
    existingExclusions(plan, relation),
    plan.table.database,
    plan.settings,
  );
  if (followed.sortingKey.join() !== plan.sortingKey.join())
    throw unfollowable(plan, 'the columns that identify its rows have changed. Resync the pipe');
  const next = { ...followed, mapping: plan.mapping, table: plan.table };
  await preparePlannedTable(engine, pipeId, next);
  return next;
}

/** The stream only has the columns that are published. */
function isAsPlanned(relation: Relation, described: StreamRelation): boolean {
  const known = new Map(relation.columns.map((column) => [column.name, column.declared]));
  return (
    relation.schema === described.schema &&
    relation.table === described.table &&
    described.columns.length === known.size &&
    described.columns.every(({ name, type, modifier, isKey }) => {
      const declared = known.get(name);
      const isIdentity = relation.replicaIdentity.columns.includes(name);
      return declared?.type === type && declared.modifier === modifier && isKey === isIdentity;
    })
  );
}

function rejectRenamed(plan: TablePlan, relation: Relation): void {
  const names = new Map(relation.columns.map(({ number, name }) => [number, name]));
  const renamed = plan.columns
    .map(({ source }): readonly [RelationColumn, string | undefined] => [source, names.get(source.number)])
    .find(([{ name }, now]) => now !== undefined && now !== name);
  if (renamed === undefined) return;
  throw unfollowable(
    plan,
    `its column ${renamed[0].name} was renamed to ${renamed[1]}. Rename it back, or resync the pipe`,
  );
}

/** A column that the pipe excludes may be dropped. */
function existingExclusions({ mapping }: TablePlan, { columns }: Relation): TablePlan['mapping'] {
  const names = new Set(columns.map(({ name }) => name));
  return { ...mapping, excludedColumns: mapping.excludedColumns.filter((name) => names.has(name)) };
}

function unfollowable({ relation }: TablePlan, reason: string): PipeError {
  return new PipeError(
    'schema_mismatch',
    `The table ${relation.schema}.${relation.table} has changed, and the pipe cannot follow: ${reason}.`,
  );
}

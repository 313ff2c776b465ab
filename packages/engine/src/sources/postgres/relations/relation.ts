/** A table of Postgres, as its catalog describes it. */
export interface Relation {
  readonly oid: number;
  readonly schema: string;
  readonly table: string;
  /** Whether its rows are in partitions. Their changes arrive as changes of this table. */
  readonly isPartitioned: boolean;
  /** In the order of the table. Generated columns are absent, because Postgres does not replicate them. */
  readonly columns: readonly RelationColumn[];
  /** The columns of the primary key, in its order; empty without one. */
  readonly primaryKey: readonly string[];
  readonly replicaIdentity: ReplicaIdentity;
}

/** Which columns of the previous row Postgres sends when a row is changed or deleted. */
export interface ReplicaIdentity {
  readonly kind: 'default' | 'full' | 'index' | 'nothing';
  /** The columns, in the order of the key; all columns for `full`. Without any, Postgres rejects updates and deletions. */
  readonly columns: readonly string[];
}

export interface RelationColumn {
  /** The number of the column in the table. It stays when the column is renamed. */
  readonly number: number;
  readonly name: string;
  readonly type: ColumnType;
  /** The number and the modifier of the type as it was declared, as the stream of changes has them. */
  readonly declared: { readonly type: number; readonly modifier: number };
  readonly nullable: boolean;
  /** The text of the value that rows have which were stored before the column was added; undefined if it is null, or they were rewritten. */
  readonly earlierText?: string;
}

/** A type without its domains and its array. */
export interface ColumnType {
  /** The type, or that of the elements of an array. */
  readonly oid: number;
  /** The modifier, for example precision and scale; -1 without one. */
  readonly modifier: number;
  /** The dimensions of an array; 0 for other types. */
  readonly dimensions: number;
  /** Separates the elements of an array in its text. */
  readonly delimiter: string;
  /** The type of the column as Postgres prints it, for example `numeric(10,2)[]`. */
  readonly printed: string;
}

/** The name of a table in a database of Postgres. */
export interface RelationName {
  readonly schema: string;
  readonly table: string;
}

/** A destination whose types and expressions the engine has parsed. They are in the engine's own form, without comments. */
export interface CheckedDestination {
  readonly columns: readonly CheckedColumn[];
  readonly partitionBy?: string;
  readonly primaryKey?: string;
}

export interface CheckedColumn {
  readonly name: string;
  readonly type: string;
  /** An expression for the value of rows that were stored before the column is added to their table. */
  readonly earlierValue?: string;
}

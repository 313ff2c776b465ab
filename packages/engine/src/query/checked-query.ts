import type { AggregateFunctionName, HeatmapScaleTypeName, MetricTypeName } from '@penstock/contract';
import type { TableName } from '../port/engine-port.ts';
import type { SqlFragment } from './sql-fragment.ts';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

/** The table of a source, or one of a metric source, with expressions that the engine has checked. */
export interface CheckedTable {
  readonly table: TableName;
  readonly columns: readonly TableColumn[];
  readonly timestamp: SqlFragment;
}

/** The aggregate of a series. */
export interface Aggregate {
  readonly aggFn: AggregateFunctionName;
  /** The level of a quantile. */
  readonly level?: number;
  /** Absent for `count`. On a metric source, it is an expression of `Value`. */
  readonly value?: SqlFragment;
}

export interface CheckedSeries extends Aggregate {
  /** What the series is called in a result. */
  readonly name: string;
  readonly where?: SqlFragment;
  /** The metric of a series of a metric source, and its table. */
  readonly metric?: { readonly name: string; readonly type: MetricTypeName; readonly from: CheckedTable };
}

/** An expression that splits rows into groups, or a column of a search. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: SqlFragment;
}

/** An expression to order by, with its direction. */
export interface Ordering {
  readonly expression: SqlFragment;
  readonly descending: boolean;
}

/** What series and groups have in common. */
export interface CheckedChart {
  /** Absent for a metric source, whose series have tables of their own. */
  readonly from?: CheckedTable;
  readonly series: readonly CheckedSeries[];
  readonly groupBy: readonly NamedExpression[];
  /** Conditions that rows of all series must meet. */
  readonly where: readonly SqlFragment[];
  /** A condition that groups must meet. */
  readonly having?: SqlFragment;
  readonly orderBy: readonly Ordering[];
  readonly limit: number;
  readonly asRatio: boolean;
}

export interface CheckedHeatmap {
  readonly from: CheckedTable;
  readonly value: SqlFragment;
  readonly scale: HeatmapScaleTypeName;
  readonly where: readonly SqlFragment[];
}

export interface CheckedSearch {
  readonly from: CheckedTable;
  readonly columns: readonly NamedExpression[];
  readonly where: readonly SqlFragment[];
  /** Empty: the newest first. */
  readonly orderBy: readonly Ordering[];
  readonly limit: number;
  readonly offset: number;
}

export { deliveryGuaranteeOf } from './compile/delivery-guarantee.ts';
export {
  kindOf,
  type PipeDefinition,
  type PipeFailure,
  type PipePlan,
  type PipeSecrets,
  type PipeSourcePlan,
  type PipeState,
  SOURCE_KINDS,
  type SourceKind,
} from './pipe.ts';
export {
  type DefinitionError,
  type MovedData,
  PipeError,
  type PipeRuntime,
  type ReachedState,
  type RejectedRow,
  type RestingPipe,
  type RestingSource,
  type RuntimeFailure,
  type RuntimeMetrics,
  type RuntimePipe,
  type SampleVerdict,
  type TenantPipe,
} from './pipe-runtime.ts';
export { type PausedEngine, pauseForBackup } from './port/embedded/backup.ts';
export {
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  embeddedEngine,
} from './port/embedded/embedded-engine.ts';
export { engineFolderAt, socketDiagnostic } from './port/embedded/engine-folder.ts';
export { notInstalledReason } from './port/embedded/installed.ts';
export { isListening } from './port/embedded/socket.ts';
export type { SupervisorEvent } from './port/embedded/supervisor.ts';
export { EngineError, EngineUnavailableError } from './port/engine-error.ts';
export type {
  EnginePort,
  EngineStatus,
  Insert,
  Limits,
  Query,
  QueryResult,
  SettingValue,
  Statement,
  TableName,
} from './port/engine-port.ts';
export { isReservedDatabase, qualifiedName, quoteName } from './port/names.ts';
export { type RemoteEngineOptions, remoteEngine } from './port/remote/remote-engine.ts';
export type { ChartRequest } from './query/check-chart.ts';
export type { HeatmapRequest, SearchRequest } from './query/check-rows.ts';
export type { ValueFilter } from './query/expression-checks.ts';
export { InferenceError, type InferredSource, inferSource } from './query/infer-source.ts';
export type { QueriedSource } from './query/queried-source.ts';
export { type AlertValue, type CheckedAlert, checkAlert, queryAlerts } from './query/query-alerts.ts';
export { QueryError, type QueryErrorCode, type QueryErrorEntry } from './query/query-error.ts';
export { searchRows } from './query/query-rows.ts';
export { querySeries, type SeriesRequest } from './query/query-series.ts';
export { queryTile, type TileRequest } from './query/query-tile.ts';
export type { RowsOutcome } from './query/read-rows.ts';
export type { SeriesOutcome } from './query/read-series.ts';
export { QUERY_LIMITS, type QueryLimits, type RunOptions } from './query/run-statement.ts';
export { findSourceProblem, type SourceProblem } from './query/source-problem.ts';
export {
  BUCKET_SECONDS,
  type BucketLength,
  type Granularity,
  type TimeRange,
} from './query/time-buckets.ts';
export { type EngineRuntimeParts, engineRuntime } from './runtime.ts';
export { ALL_SOURCES } from './sources/all-sources.ts';
export type { MoverContext, MoverImplementation, PipeMover } from './sources/mover.ts';
export type {
  OpenSource,
  Share,
  Source,
  SourceDivision,
  SourceImplementation,
  Sources,
} from './sources/source.ts';
export { createTelemetryTables, type TelemetryTable } from './tables/telemetry-tables.ts';
export type {
  DividedProgress,
  FinishedBatch,
  Lag,
  LeasedPipe,
  Ledger,
  PipeReader,
  Progress,
} from './writer/ledger.ts';
export { LeaseLostError } from './writer/ledger.ts';

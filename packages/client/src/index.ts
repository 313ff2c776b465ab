export type {
  AlertNotification,
  AlertState,
  PipeCommand,
  PipeState,
  SlackNotification,
} from '@penstock/contract';
export {
  type Alerts,
  AlertWaitError,
  type AlertWaitOptions,
  createAlerts,
  createStackAlerts,
  type StackAlerts,
} from './alerts.ts';
export { ApiPromise, type ApiResponse, type Failed, type Success } from './api-promise.ts';
export type { Connection } from './connection.ts';
export type { ApiKey } from './credential.ts';
export {
  AbortedError,
  ApiError,
  BadRequestError,
  type ClientErrorCode,
  ConflictError,
  ConnectionError,
  type FailedCall,
  ForbiddenError,
  InvalidArgumentError,
  NotFoundError,
  PenstockError,
  PreconditionFailedError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
  ServiceUnavailableError,
  UnauthenticatedError,
  UnexpectedResponseError,
} from './errors.ts';
export {
  createStackDashboards,
  createStackQueries,
  createStackSavedSearches,
  createStackSources,
  createStackWebhooks,
  type ServiceScope,
  type StackDashboards,
  type StackQueries,
  type StackSavedSearches,
  type StackSources,
  type StackWebhooks,
} from './generated/management.ts';
export type * from './generated/models.ts';
export * from './generated/observability.ts';
export type {
  DeprecationEvent,
  ErrorEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from './hooks.ts';
export {
  connectManagement,
  createManagementClient,
  type ManagementClient,
  type ManagementClientOptions,
  type Service,
} from './management-client.ts';
export {
  connectObservability,
  createObservabilityClient,
  type ObservabilityClient,
  type ObservabilityClientOptions,
} from './observability-client.ts';
export type { ClientSideError, FailureOf, QueryOf } from './operation-types.ts';
export type { CallOptions, ChangeOptions, ClientOptions, CreateOptions, Fetch } from './options.ts';
export { Page, PagePromise, type RowsPage, type RowsPromise } from './page.ts';
export { createPipes, type Pipes, PipeWaitError, type WaitOptions } from './pipes.ts';
export { createRawClient, type RawClient } from './transport.ts';
export type { WaitTimes } from './wait-for-state.ts';

export type { Alerts } from './alerts.ts';
export type { Answer, AnswerPromise } from './answer.ts';
export type { CallOptions, ChangeOptions, CreateOptions } from './call-options.ts';
export type * from './contract-views.ts';
export type { Dashboards, PageQuery } from './dashboards.ts';
export {
  createManagementClient,
  type ManagementClient,
  type ManagementClientOptions,
  type Service,
} from './management-client.ts';
export {
  createObservabilityClient,
  type ObservabilityClient,
  type ObservabilityClientOptions,
} from './observability-client.ts';
export type { Page } from './operation-types.ts';
export { type ClientErrorCode, PenstockError } from './penstock-error.ts';
export type { Pipes } from './pipes.ts';
export type { ServiceScope } from './service-scope.ts';
export type { Fetch, RawClient } from './transport.ts';
export { PipeWaitError, type WaitOptions } from './wait-for-state.ts';

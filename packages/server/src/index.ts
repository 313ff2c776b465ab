export type { Operation } from './contract.ts';
export type {
  ManagementHandlers,
  ManagementSecurityHandlers,
  ObservabilityHandlers,
  ObservabilitySecurityHandlers,
} from './generated/handlers.ts';
export type {
  Authorizer,
  BasicAuthenticator,
  BasicCredentials,
  BearerAuthenticator,
  BearerCredentials,
  Handler,
  OperationAnswer,
  OperationContext,
  OperationRequest,
  Principal,
  ServerOwnedHeader,
} from './handler.ts';
export { type Logger, silentLogger, stderrLogger } from './logger.ts';
export { notImplemented } from './not-implemented.ts';
export { type Observation, observe } from './observation.ts';
export { ProblemError, type ProblemOptions, type ProblemPlace } from './problem.ts';
export { answerProtocolErrors } from './protocol-errors.ts';
export type { RateLimitOptions, RateLimitStore } from './rate-limit.ts';
export {
  type CreateServerOptions,
  createManagementServer,
  createObservabilityServer,
  createServer,
  type ManagementSurface,
  type ObservabilitySurface,
  type ServerOptions,
} from './server.ts';

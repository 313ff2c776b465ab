export type { RateLimitOptions, RateLimitStore } from './access/rate-limit.ts';
export type { Operation } from './contract.ts';
export type { ValidationEngine } from './engines/validation.ts';
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
  BodyParts,
  Handler,
  OperationContext,
  OperationRequest,
  OperationResponse,
  PartedResponse,
  Principal,
  ServerOwnedHeader,
} from './handler.ts';
export type { CorsOptions } from './http/cors.ts';
export { type Listening, type ListenOptions, listen } from './http/listen.ts';
export { type Observation, observe } from './http/observation.ts';
export { handleProtocolErrors } from './http/protocol-errors.ts';
export type { TrustProxy } from './http/trust-proxy.ts';
export { type Logger, silentLogger, stderrLogger } from './logger.ts';
export {
  type GroupOf,
  type NotImplementedHandlers,
  notImplemented,
  notImplementedGroup,
  type OperationIdOfGroup,
} from './problems/not-implemented.ts';
export { type ErrorEntry, ProblemError, type ProblemOptions } from './problems/problem.ts';
export {
  type CreateServerOptions,
  createManagementServer,
  createObservabilityServer,
  createServer,
  type ManagementSurface,
  type ObservabilitySurface,
} from './server.ts';
export type { ServerOptions } from './server-options.ts';

import type { Express } from 'express';
import { assembleServer } from './assembly.ts';
import { penstockContract, type Surface } from './contract.ts';
import type {
  ManagementHandlers,
  ManagementSecurityHandlers,
  ObservabilityHandlers,
  ObservabilitySecurityHandlers,
} from './generated/handlers.ts';
import type { Authorizer, Principal } from './handler.ts';
import type { ServerOptions } from './server-options.ts';
import type { SurfaceParts } from './start/start-checks.ts';

/** The `/v1` surface. The type of the principal is that which the security handler returns. */
export interface ManagementSurface<P extends Principal> {
  readonly handlers: ManagementHandlers<P>;
  readonly security: ManagementSecurityHandlers<P>;
  /** Checks the permissions of a principal. Default: every principal may call every operation. */
  readonly authorize?: Authorizer<P> | undefined;
}

/** The `/api/v2` surface. */
export interface ObservabilitySurface<P extends Principal> {
  readonly handlers: ObservabilityHandlers<P>;
  readonly security: ObservabilitySecurityHandlers<P>;
  /** Checks the permissions of a principal. Default: every principal may call every operation. */
  readonly authorize?: Authorizer<P> | undefined;
}

/** One surface or both (D-01). */
export interface CreateServerOptions<M extends Principal, O extends Principal> extends ServerOptions {
  readonly management?: ManagementSurface<M>;
  readonly observability?: ObservabilitySurface<O>;
}

/**
 * Creates an Express app that serves the contract and nothing else. It does not listen: call `listen`, or mount it in
 * your own app under any prefix.
 *
 * The self-test proves that every operation rejects an unknown parameter (400) and a request without a credential (401),
 * and that unknown paths are 404. With `validation: 'compiled'`, all of it is proven when the promise resolves.
 * express-openapi-validator compiles and proves one operation of each surface at start, and every other one at its first
 * authenticated request, before its handler runs. An operation whose proof failed responds with 500 to every request.
 *
 * @throws Error (rejects) if an operation or security handler is missing or unknown, an option is invalid, or the
 * self-test fails at start.
 */
export function createServer<M extends Principal, O extends Principal>(
  options: CreateServerOptions<M, O>,
): Promise<Express> {
  const surfaces = new Map<Surface, SurfaceParts>();
  if (options.management !== undefined) surfaces.set('management', options.management);
  if (options.observability !== undefined) surfaces.set('observability', options.observability);
  return assembleServer(penstockContract, surfaces, options);
}

/** {@link createServer} with the `/v1` surface only. */
export function createManagementServer<P extends Principal>(
  options: ManagementSurface<P> & ServerOptions,
): Promise<Express> {
  const { handlers, security, authorize, ...rest } = options;
  return createServer({ ...rest, management: { handlers, security, authorize } });
}

/** {@link createServer} with the `/api/v2` surface only. */
export function createObservabilityServer<P extends Principal>(
  options: ObservabilitySurface<P> & ServerOptions,
): Promise<Express> {
  const { handlers, security, authorize, ...rest } = options;
  return createServer({ ...rest, observability: { handlers, security, authorize } });
}

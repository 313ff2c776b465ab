import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { TenantContext, TenantHandlers } from '../stack/base/tenant.ts';
import type { ApiKeyPrincipal, TokenPrincipal } from './access/principal.ts';
import type { AccessService, ServicePath } from './access/service.ts';

/** Under `/v1` the tenant is the service of the path: 404 unless the key may use it. */
export function forServices(
  access: AccessService,
  handlers: TenantHandlers<ManagementHandlers<ApiKeyPrincipal>>,
): ManagementHandlers<ApiKeyPrincipal> {
  return withTenant(handlers, (principal: ApiKeyPrincipal, path: ServicePath) =>
    access.requireService(principal, path),
  );
}

/** Under `/api/v2` the tenant is the team of the token. */
export function forTeams(
  handlers: TenantHandlers<ObservabilityHandlers<TokenPrincipal>>,
): ObservabilityHandlers<TokenPrincipal> {
  return withTenant(handlers, (principal: TokenPrincipal) => principal.teamId);
}

interface RequestWithPath<Path> {
  readonly params: Path;
}

interface ServerContext<Principal> {
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Resolves the tenant of each request once, after validation and before the handler. */
function withTenant<Handlers extends object, Principal extends { readonly id: string }, Path>(
  handlers: TenantHandlers<Handlers>,
  tenantOf: (principal: Principal, path: Path) => string | Promise<string>,
): Handlers {
  type Inner = (request: RequestWithPath<Path>, context: TenantContext) => unknown;
  const resolved = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    (request: RequestWithPath<Path>, context: ServerContext<Principal>) => {
      const handle = (id: string) => (handler as Inner)(request, new HandlerTenant(id, context));
      const tenantId = tenantOf(context.principal, request.params);
      return typeof tenantId === 'string' ? handle(tenantId) : tenantId.then(handle);
    },
  ]);
  return Object.fromEntries(resolved) as Handlers;
}

/**
 * A class and not an object with a getter: V8 creates a hidden class for each such object, which keeps everything of its request
 * in memory until the next full garbage collection.
 */
class HandlerTenant implements TenantContext {
  readonly tenantId: string;
  readonly credentialId: string;
  readonly requestId: string;
  readonly #context: ServerContext<{ readonly id: string }>;

  constructor(tenantId: string, context: ServerContext<{ readonly id: string }>) {
    this.tenantId = tenantId;
    this.credentialId = context.principal.id;
    this.requestId = context.requestId;
    this.#context = context;
  }

  /** Created at first use, because most handlers do not need it. */
  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

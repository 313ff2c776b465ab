/** What a handler knows about its request beyond what the caller sent. */
export interface TenantContext {
  /** The service under `/v1`, the team under `/api/v2`. It exists, and the credential may use it. */
  readonly tenantId: string;
  readonly credentialId: string;
  /** The UUID that the response carries as `X-Request-Id` (D-09). */
  readonly requestId: string;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/**
 * The handlers of a surface as they are written here: each gets the tenant of its request, which was resolved before it
 * runs. It has no other way to know the tenant.
 */
export type TenantHandlers<Handlers> = {
  readonly [Id in keyof Handlers]: Handlers[Id] extends (
    request: infer Request,
    context: never,
  ) => infer Response
    ? (request: Request, context: TenantContext) => Response
    : never;
};

import type { operations, securitySchemes } from './generated/operations.ts';
import type { OperationInputs } from './reader/described-operation.ts';
import type { HttpMethod } from './reader/http-method.ts';

export type { HttpMethod } from './reader/http-method.ts';

/** One of the two documents: `management` is `/v1`, `observability` is `/api/v2`. */
export type Surface = 'management' | 'observability';

/**
 * How far an operation can be relied on. `stable` only changes compatibly, `beta` may change after notice,
 * `experimental` may change or go at any time.
 */
export type Stability = 'stable' | 'beta' | 'experimental';

/**
 * What happens when a request is sent twice. `safe` changes nothing at all, `idempotent` changes nothing
 * the second time, `keyed` changes nothing the second time if both carry one `Idempotency-Key`, `none`
 * must not be repeated blindly.
 */
export type Idempotency = 'safe' | 'idempotent' | 'keyed' | 'none';

/** What can be said about an operation as data. */
export interface Operation extends OperationInputs {
  readonly surface: Surface;
  readonly method: HttpMethod;
  /** The path template, such as `/v1/organizations/{organizationId}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Names of the security schemes of which a caller must satisfy one; empty if anyone may call. */
  readonly security: readonly string[];
  readonly stability: Stability;
  readonly idempotency: Idempotency;
  /** Every status the operation can answer with. */
  readonly statuses: readonly number[];
}

/** How callers of a surface prove who they are. */
export interface SecurityScheme {
  readonly surface: Surface;
  /** The scheme of the `Authorization` header. */
  readonly scheme: 'basic' | 'bearer';
}

/** The operationId of any operation. */
export type OperationId = keyof typeof operations;

/** The operationIds of one surface. */
export type OperationIdOf<S extends Surface> = {
  [Id in OperationId]: (typeof operations)[Id]['surface'] extends S ? Id : never;
}[OperationId];

/** The name of any security scheme. */
export type SecuritySchemeName = keyof typeof securitySchemes;

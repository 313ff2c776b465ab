import type { operations, securitySchemes } from './generated/operations.ts';
import type { OperationInputs } from './reader/described-operation.ts';
import type { HttpMethod } from './reader/http-method.ts';

export type { HttpMethod } from './reader/http-method.ts';

/** One of the two documents: `management` is `/v1`, `observability` is `/api/v2`. */
export type Surface = 'management' | 'observability';

/**
 * The stability of an operation. `stable` changes compatibly only, `beta` may change after notice, `experimental` may change
 * or disappear at any time.
 */
export type Stability = 'stable' | 'beta' | 'experimental';

/**
 * The effect of sending a request twice. `safe` changes nothing, `idempotent` changes nothing the second time, `keyed`
 * changes nothing the second time if both requests have the same `Idempotency-Key`, `none` must not be retried blindly.
 */
export type Idempotency = 'safe' | 'idempotent' | 'keyed' | 'none';

/** An entry of the operation table. */
export interface Operation extends OperationInputs {
  readonly surface: Surface;
  readonly method: HttpMethod;
  /** The path template, such as `/v1/organizations/{organizationId}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Names of the security schemes of which a caller must satisfy one; empty for public operations. */
  readonly security: readonly string[];
  readonly stability: Stability;
  readonly idempotency: Idempotency;
  /** Every status of the operation's responses. */
  readonly statuses: readonly number[];
}

/** The authentication scheme of a surface. */
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

/** The operationIds that a server may leave out: they declare a 501 (D-08). */
export type OptionalOperationId = {
  [Id in OperationId]: 501 extends (typeof operations)[Id]['statuses'][number] ? Id : never;
}[OperationId];

/** The name of any security scheme. */
export type SecuritySchemeName = keyof typeof securitySchemes;

import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from '@penstock/contract';
import type { Operation } from './contract.ts';
import type { Logger } from './logger.ts';

/** Who a credential belongs to. `id` keys the rate limit; everything else is yours. */
export interface Principal {
  readonly id: string;
}

/**
 * Implements one operation: a checked request in, a declared answer out. It never sees Express, so there is nothing
 * it could send past the contract.
 *
 * @throws ProblemError for every answer that is not a success; anything else that is thrown becomes a neutral 500.
 */
export type Handler<Op, P> = (
  request: OperationRequest<Op>,
  context: OperationContext<P>,
) => Promise<OperationResponse<Op>> | OperationResponse<Op>;

/** What the caller sent, after validation: parameters converted to their types, the body as the contract types it. */
export interface OperationRequest<Op> {
  readonly params: ParametersOf<Op, 'path'>;
  readonly query: ParametersOf<Op, 'query'>;
  /** The header parameters that the contract declares, under the contract's spelling (`If-Match`). */
  readonly headers: ParametersOf<Op, 'header'>;
  readonly body: RequestBodyOf<Op>;
}

/**
 * What surrounds a request. Pass it on as it is: address, signal and logger are made when they are asked for, and a
 * copy by `...` would not have them.
 */
export interface OperationContext<P> {
  readonly principal: P;
  /** The same UUID that the answer carries as `X-Request-Id` (D-09). */
  readonly requestId: string;
  /**
   * The other end of the connection, or who it speaks for if it is a trusted proxy (`trustProxy`). Undefined if it is
   * first asked for after the connection has ended.
   */
  readonly clientAddress: string | undefined;
  /** Aborts when the client goes away before its answer. */
  readonly signal: AbortSignal;
  /** Adds the request id and the operation to every line. */
  readonly logger: Logger;
}

/** One of the answers that the operation declares: status, body of that status, declared headers. Nothing else compiles. */
export type OperationResponse<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & number]: ResponseOf<Status, Responses[Status]> }[keyof Responses & number]
  : never;

/**
 * Finds out whose Basic credentials these are (RFC 7617). `undefined` means "not valid" and becomes the one 401 of
 * D-62; unknown user, wrong password and expired key should also take the same time, which only you can see to. What
 * the principal may do is for {@link Authorizer} to say: what is thrown here comes before the rate limit and is not
 * counted.
 */
export type BasicAuthenticator<P> = (
  credentials: BasicCredentials,
  operation: Operation,
) => Promise<P | undefined> | P | undefined;

/** Finds out whose bearer token this is (RFC 6750). The rules of {@link BasicAuthenticator} hold. */
export type BearerAuthenticator<P> = (
  credentials: BearerCredentials,
  operation: Operation,
) => Promise<P | undefined> | P | undefined;

/**
 * Lets the principal call the operation by returning nothing. It runs after the rate limit has counted the request and
 * before the body is read.
 *
 * @throws ProblemError 403 if the credential is valid but not for this operation.
 */
export type Authorizer<P> = (principal: P, operation: Operation) => Promise<void> | void;

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export interface BearerCredentials {
  readonly token: string;
}

/** Headers that the server itself sets on every answer. A handler neither has to nor can. */
export type ServerOwnedHeader = 'X-Request-Id' | 'RateLimit' | 'RateLimit-Policy';

// openapi-typescript writes `query?: never` where there is nothing, and an index signature into every headers object.
type Nothing = Record<never, never>;
type Declared<T> = [NonNullable<T>] extends [never] ? Nothing : NonNullable<T>;

type ParametersOf<Op, Place extends 'path' | 'query' | 'header'> = Op extends { parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? Declared<Parameters[Place]>
    : Nothing
  : Nothing;

type RequestBodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Writable<Body>
  : undefined;

type ResponseOf<Status, Response> = { readonly status: Status } & BodyOf<Response> & HeadersOf<Response>;

type BodyOf<Response> = Response extends { content: infer Content }
  ? [NonNullable<Content>] extends [never]
    ? { readonly body?: undefined }
    : { readonly body: Readable<Content[keyof Content]> }
  : { readonly body?: undefined };

type HeadersOf<Response> = Response extends { headers: infer Headers }
  ? HeaderField<NamedHeaders<Headers>>
  : NoHeaders;

/** Without the server's own and without the index signature; what is optional stays so. */
type NamedHeaders<Headers> = {
  readonly [Name in keyof Headers as string extends Name
    ? never
    : number extends Name
      ? never
      : Name extends ServerOwnedHeader
        ? never
        : Name]: Headers[Name];
};

type HeaderField<Named> = [keyof Named] extends [never]
  ? NoHeaders
  : Nothing extends Named
    ? { readonly headers?: Named & Undeclared<keyof Named> }
    : { readonly headers: Named & Undeclared<keyof Named> };

interface NoHeaders {
  readonly headers?: { readonly [name: string]: never };
}

/**
 * TypeScript lets an object that a function returns have further properties, so the headers that people know are ruled
 * out by name: those that Node's types list, in both spellings, and the server's own. The rest is refused at run time.
 */
type Undeclared<Declared> = {
  readonly [Name in Exclude<KnownHeader, Declared>]?: never;
};

type KnownHeader =
  | StandardHeader
  | Capitalized<StandardHeader>
  | ServerOwnedHeader
  | Lowercase<ServerOwnedHeader>;

type StandardHeader = keyof {
  [Name in keyof OutgoingHttpHeaders as string extends Name ? never : Name]: never;
};

/** `set-cookie` is `Set-Cookie`. */
type Capitalized<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}-${Capitalized<Rest>}`
  : Name extends string
    ? Capitalize<Name>
    : never;

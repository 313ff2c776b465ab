import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from '@penstock/contract';
import type { Operation } from './contract.ts';
import type { Logger } from './logger.ts';

/** The owner of a credential. The rate limit uses `id`; add your own properties as needed. */
export interface Principal {
  readonly id: string;
}

/**
 * Implements one operation: it receives a validated request and returns a declared response. It has no access to
 * Express, so it cannot send anything that the contract does not declare.
 *
 * @throws ProblemError for every response that is not a success; any other error becomes a neutral 500.
 */
export type Handler<Op, P> = (
  request: OperationRequest<Op>,
  context: OperationContext<P>,
) => Promise<OperationResponse<Op> | PartedResponse<Op>> | OperationResponse<Op> | PartedResponse<Op>;

/** A validated request: parameters converted to their types, the body as the contract types it. */
export interface OperationRequest<Op> {
  readonly params: ParametersOf<Op, 'path'>;
  readonly query: ParametersOf<Op, 'query'>;
  /** The header parameters that the contract declares, under the contract's spelling (`If-Match`). */
  readonly headers: ParametersOf<Op, 'header'>;
  readonly body: RequestBodyOf<Op>;
}

/**
 * The context of a request. Pass on the object itself: address, signal and logger are created at first use, and a copy
 * by `...` does not have them.
 */
export interface OperationContext<P> {
  readonly principal: P;
  /** The UUID that the response has as `X-Request-Id` (D-09). */
  readonly requestId: string;
  /**
   * The address of the connection, or the address that a trusted proxy forwards (`trustProxy`). Undefined if it is first
   * read after the connection has ended.
   */
  readonly clientAddress: string | undefined;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /** Adds the request id and the operation to every line. */
  readonly logger: Logger;
}

/** One of the responses that the operation declares: status, body of that status, declared headers. */
export type OperationResponse<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & number]: ResponseOf<Status, Responses[Status]> }[keyof Responses & number]
  : never;

/** A response whose body is sent while the handler makes it. */
export type PartedResponse<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & number]: PartsOf<Status, Responses[Status]> }[keyof Responses & number]
  : never;

/**
 * A body in parts. Each part is a body of the contract with some of the items of the same list. The client receives one body
 * with the items of all parts. Properties before the list are those of the first part, properties after it those of the last.
 */
export interface BodyParts<Body> {
  readonly bodies: AsyncIterable<Body>;
  /** Undefined if the body has no list; then there is one part. */
  readonly list: (body: Body) => readonly unknown[] | undefined;
}

/**
 * Returns the owner of Basic credentials (RFC 7617). `undefined` means "invalid" and becomes the 401 of D-62. Unknown
 * user, wrong password and expired key should take the same time; only your code can ensure that. Leave permissions to
 * {@link Authorizer}: an error that is thrown here comes before the rate limit and is not counted.
 */
export type BasicAuthenticator<P> = (
  credentials: BasicCredentials,
  operation: Operation,
) => Promise<P | undefined> | P | undefined;

/** Returns the owner of a bearer token (RFC 6750). The rules of {@link BasicAuthenticator} apply. */
export type BearerAuthenticator<P> = (
  credentials: BearerCredentials,
  operation: Operation,
) => Promise<P | undefined> | P | undefined;

/**
 * Checks whether the principal may call the operation; it returns nothing if so. It runs after the rate limit has
 * counted the request and before the body is read.
 *
 * @throws ProblemError 403 if the principal may not call the operation.
 */
export type Authorizer<P> = (principal: P, operation: Operation) => Promise<void> | void;

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export interface BearerCredentials {
  readonly token: string;
}

/** Headers that the server sets on every response. Handlers cannot set them. */
export type ServerOwnedHeader = 'X-Request-Id' | 'RateLimit' | 'RateLimit-Policy';

// openapi-typescript writes `query?: never` for absent parameters, and an index signature into every headers object.
type Nothing = Record<never, never>;
type Declared<T> = [NonNullable<T>] extends [never] ? Nothing : NonNullable<T>;

type ParametersOf<Op, Location extends 'path' | 'query' | 'header'> = Op extends {
  parameters: infer Parameters;
}
  ? Location extends keyof Parameters
    ? Declared<Parameters[Location]>
    : Nothing
  : Nothing;

type RequestBodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Writable<Body>
  : undefined;

type ResponseOf<Status, Response> = { readonly status: Status } & BodyOf<Response> & HeadersOf<Response>;

type PartsOf<Status, Response> = Response extends { content: infer Content }
  ? {
      readonly status: Status;
      readonly parts: BodyParts<Readable<Content[keyof Content]>>;
    } & HeadersOf<Response>
  : never;

type BodyOf<Response> = Response extends { content: infer Content }
  ? [NonNullable<Content>] extends [never]
    ? { readonly body?: undefined }
    : { readonly body: Readable<Content[keyof Content]> }
  : { readonly body?: undefined };

type HeadersOf<Response> = Response extends { headers: infer Headers }
  ? HeaderField<NamedHeaders<Headers>>
  : NoHeaders;

/** Without the server's headers and the index signature; optional headers stay optional. */
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
 * TypeScript accepts additional properties in an object that a function returns. So known headers are excluded by
 * name: those that Node's types list, in both spellings, and the server's own. Others are rejected at run time.
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

import { parse as parseBasic } from 'basic-auth';
import type { Request } from 'express';
import type { Contract, Operation } from '../contract.ts';
import type { BasicAuthenticator, BearerAuthenticator, Principal } from '../handler.ts';
import { isPending, type Settling } from '../pending.ts';
import { unauthenticated } from '../problems/pipeline-problems.ts';

/** Finds the principal of a request or throws the 401 of D-62. */
export type Authenticate = (request: Request) => Settling<Principal>;

export type SecurityHandlers = Readonly<Record<string, unknown>>;

// RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1).
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const CHALLENGES: Readonly<Record<string, string>> = {
  basic: 'Basic realm="penstock", charset="UTF-8"',
  bearer: 'Bearer realm="penstock"',
};

/**
 * Authenticates requests to one operation by the operation table. It does not use express-openapi-validator, which lets
 * a scheme without a handler pass, sends no `WWW-Authenticate`, and runs after the body was read.
 *
 * @param anonymous the principal of operations without security. Without it, such an operation is an error.
 */
export function createAuthenticate(
  contract: Contract,
  operation: Operation,
  handlers: SecurityHandlers,
  anonymous?: Principal,
): Authenticate {
  if (operation.security.length === 0 && anonymous !== undefined) return () => anonymous;
  const schemes = operation.security.map((name) => ({
    scheme: schemeOf(contract, operation, name),
    handler: handlers[name],
  }));
  const first = schemes[0];
  // Fail closed: a forgotten line in the contract must not make an operation public.
  if (first === undefined)
    throw new Error(`${operation.operationId} declares no security, so the server does not serve it.`);
  const challenge = CHALLENGES[first.scheme] ?? '';

  const accepted = (principal: Principal | undefined): Principal => {
    if (principal === undefined) throw unauthenticated(challenge);
    return checkedPrincipal(principal, operation);
  };
  const attemptFrom = (index: number, header: string | undefined): Settling<Principal | undefined> => {
    const scheme = schemes[index];
    if (scheme === undefined) return undefined;
    const found = attemptOf(scheme, header, operation);
    if (isPending(found))
      return Promise.resolve(found).then((principal) => principal ?? attemptFrom(index + 1, header));
    return found ?? attemptFrom(index + 1, header);
  };
  return (request) => {
    const principal = attemptFrom(0, request.headers.authorization);
    return isPending(principal) ? Promise.resolve(principal).then(accepted) : accepted(principal);
  };
}

/** A scheme of an operation, and the security handler of the server. */
interface Scheme {
  readonly scheme: string;
  readonly handler: unknown;
}

/** Calls the security handler. Returns undefined if the header is absent, of another scheme or malformed. */
function attemptOf(
  { scheme, handler }: Scheme,
  header: string | undefined,
  operation: Operation,
): Settling<Principal | undefined> {
  if (header === undefined) return undefined;
  if (scheme === 'basic') {
    const decoded = parseBasic(header);
    if (decoded === undefined) return undefined;
    const credentials = { username: decoded.name, password: decoded.pass };
    return (handler as BasicAuthenticator<Principal>)(credentials, operation);
  }
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) return undefined;
  return (handler as BearerAuthenticator<Principal>)({ token }, operation);
}

function schemeOf(contract: Contract, operation: Operation, name: string): string {
  const scheme = contract.securitySchemes[name]?.scheme;
  if (scheme !== undefined && scheme in CHALLENGES) return scheme;
  throw new Error(
    `${operation.operationId} uses the security scheme ${name}, which is neither HTTP Basic nor Bearer.`,
  );
}

function checkedPrincipal(principal: Principal, operation: Operation): Principal {
  if (typeof principal.id === 'string' && principal.id !== '') return principal;
  throw new Error(
    `The security handler of ${operation.operationId} returned a principal without a string id; the rate limit needs one.`,
  );
}

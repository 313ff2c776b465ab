import { operations } from '@penstock/contract';
import type { ApiRequest } from '../session.ts';
import type { Callers, KnownPrincipal } from '../target/callers.ts';
import { NoResponseError, type Outgoing } from '../target/target.ts';

/** A request ready to be sent, and the curl option that replaces its credential in reports. */
export interface PreparedRequest {
  readonly outgoing: Outgoing;
  readonly curlCredential?: string;
}

/** @throws Error if the check is incomplete; NoResponseError if the request cannot be sent. */
export function prepareRequest(request: ApiRequest, callers: Callers): PreparedRequest {
  const { surface, method, path } = operations[request.operationId];
  const caller = request.as ?? 'admin';
  const principal = callers[surface][caller === 'anonymous' || caller === 'impostor' ? 'admin' : caller];
  if (principal === undefined) throw new Error(`The caller ${caller} has no credential on ${surface}.`);
  const payload = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (payload !== undefined) headers.set('content-type', 'application/json');
  if (caller !== 'anonymous')
    headers.set('authorization', (caller === 'impostor' ? principal.forged : principal).authorization);
  // An empty value removes a header; no operation of the contract needs empty headers.
  for (const [name, value] of Object.entries(request.headers ?? {}))
    value === '' ? headers.delete(name) : headers.set(name, value);
  return {
    outgoing: {
      method: request.method ?? method.toUpperCase(),
      path: filledIn(path, { ...principal.tenant, ...request.path }) + queryOf(request),
      headers: Object.fromEntries(headers),
      // Bytes, because fetch adds a media type to texts.
      ...(payload === undefined ? {} : { body: Buffer.from(payload) }),
    },
    ...curlCredential(headers.get('authorization'), principal),
  };
}

function curlCredential(
  authorization: string | null,
  principal: KnownPrincipal,
): Pick<PreparedRequest, 'curlCredential'> {
  const credential = [principal, principal.forged].find((known) => known.authorization === authorization);
  return credential === undefined ? {} : { curlCredential: credential.curlOption };
}

function filledIn(template: string, values: KnownPrincipal['tenant']): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The request to ${template} has no ${name}.`);
    // No encoding prevents these from leading to another path, which must not receive the credential.
    if (typeof value !== 'string' || value === '.' || value === '..')
      throw new NoResponseError(
        `The server returned ${JSON.stringify(value)} as ${name}, which no path can contain.`,
      );
    return encodeURIComponent(value);
  });
}

function queryOf({ query = {} }: ApiRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

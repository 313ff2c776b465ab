import { operations } from '@penstock/contract';
import type { ApiRequest } from '../session.ts';
import type { Callers, KnownPrincipal } from '../target/callers.ts';
import { NoAnswerError, type Outgoing } from '../target/target.ts';

/** A request as it is sent, and what stands for its credential where people read. */
export interface Prepared {
  readonly outgoing: Outgoing;
  readonly shownCredential?: string;
}

/** @throws Error if the check that made the request forgot something; NoAnswerError if it cannot be sent. */
export function prepared(request: ApiRequest, callers: Callers): Prepared {
  const { surface, method, path } = operations[request.operationId];
  const caller = request.as ?? 'admin';
  const principal = callers[surface][caller === 'nobody' || caller === 'impostor' ? 'admin' : caller];
  if (principal === undefined) throw new Error(`There is no ${caller} on ${surface}.`);
  const payload = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (payload !== undefined) headers.set('content-type', 'application/json');
  if (caller !== 'nobody')
    headers.set('authorization', (caller === 'impostor' ? principal.forged : principal).authorization);
  // An empty value takes a header away, which no operation of the contract has a use for otherwise.
  for (const [name, value] of Object.entries(request.headers ?? {}))
    value === '' ? headers.delete(name) : headers.set(name, value);
  return {
    outgoing: {
      method: request.method ?? method.toUpperCase(),
      path: filledIn(path, { ...principal.tenant, ...request.path }) + queryOf(request),
      headers: Object.fromEntries(headers),
      // Bytes, because fetch names a media type of its own for texts.
      ...(payload === undefined ? {} : { body: Buffer.from(payload) }),
    },
    ...shownCredential(headers.get('authorization'), principal),
  };
}

function shownCredential(
  authorization: string | null,
  principal: KnownPrincipal,
): Pick<Prepared, 'shownCredential'> {
  const credential = [principal, principal.forged].find((known) => known.authorization === authorization);
  return credential === undefined ? {} : { shownCredential: credential.shown };
}

function filledIn(template: string, values: KnownPrincipal['tenant']): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} is asked for without ${name}.`);
    // No encoding keeps these from leading to another path, where the credential has no business.
    if (typeof value !== 'string' || value === '.' || value === '..')
      throw new NoAnswerError(
        `The server gives ${JSON.stringify(value)} as ${name}, which can stand in no path.`,
      );
    return encodeURIComponent(value);
  });
}

function queryOf({ query = {} }: ApiRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

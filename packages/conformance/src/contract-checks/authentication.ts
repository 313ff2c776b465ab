import { type Operation, type SecuritySchemeName, securitySchemes } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiRequest } from '../session.ts';
import { errorResponseCheck } from './error-response-check.ts';
import { requestForUnknownResource, validRequest } from './valid-request.ts';

type Credential = Pick<ApiRequest, 'as' | 'headers'>;

/** 401 for each kind of missing or wrong credential (D-62). */
export function authenticationChecks(described: ContractOperation): Check[] {
  const { operation } = described;
  if (operation.security.length === 0) return [];
  const scheme = schemeOf(operation);
  return Object.entries(wrongCredentials(scheme)).map(([name, { title, ...credential }]) =>
    errorResponseCheck(described, {
      name: `401/${name}`,
      title: `${described.id} rejects ${title}`,
      expected: { status: 401, code: 'unauthenticated' },
      // Against a server without authentication this must not change any resource; reads are harmless.
      request: async (_described, session) => ({
        ...(await (operation.method === 'get' ? validRequest : requestForUnknownResource)(
          described,
          session,
        )),
        ...credential,
      }),
      more: (response, session) =>
        session.expect(
          new RegExp(`^${scheme}( |$)`, 'i').test(response.headers.get('www-authenticate') ?? ''),
          `WWW-Authenticate must contain the scheme ${scheme}.`,
        ),
    }),
  );
}

function schemeOf({ security }: Operation): 'basic' | 'bearer' {
  return securitySchemes[security[0] as SecuritySchemeName].scheme;
}

function wrongCredentials(
  scheme: 'basic' | 'bearer',
): Readonly<Record<string, Credential & { readonly title: string }>> {
  const anonymous = (authorization: string) => ({ as: 'anonymous' as const, headers: { authorization } });
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  const [own, other] = scheme === 'basic' ? ['Basic', 'Bearer'] : ['Bearer', 'Basic'];
  return {
    missing: { title: 'a request without a credential', as: 'anonymous' },
    'wrong-secret': { title: 'a credential whose secret is wrong', as: 'impostor' },
    unknown: {
      title: 'an unknown credential',
      ...anonymous(`${own} ${scheme === 'basic' ? inBase64('unknown:unknown') : 'unknown-token'}`),
    },
    'other-scheme': {
      title: 'a credential of another scheme',
      ...anonymous(`${other} ${inBase64('unknown:unknown')}`),
    },
    empty: { title: 'a scheme without a credential', ...anonymous(own) },
    malformed: { title: 'a malformed credential', ...anonymous(`${own} %%%`) },
  };
}

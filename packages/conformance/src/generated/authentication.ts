import { type Operation, securitySchemes, type SecuritySchemeName } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import type { ApiRequest } from '../session.ts';
import { refusalCheck } from './refusal.ts';
import { fittingRequest, requestForNothing } from './request.ts';

type Credential = Pick<ApiRequest, 'as' | 'headers'>;

/** 401 for each kind of credential that is missing or wrong (D-62). */
export function authenticationChecks(described: DescribedOperation): Check[] {
  const { operation } = described;
  if (operation.security.length === 0) return [];
  const scheme = schemeOf(operation);
  return Object.entries(wrongCredentials(scheme)).map(([name, { title, ...credential }]) =>
    refusalCheck(described, {
      name: `401/${name}`,
      title: `${described.id} refuses ${title}`,
      refusal: { status: 401, code: 'unauthenticated' },
      // A server that lets everybody in must not lose anything by it; a read loses nothing.
      request: async (_described, session) => ({
        ...(await (operation.method === 'get' ? fittingRequest : requestForNothing)(described, session)),
        ...credential,
      }),
      more: (answer, session) =>
        session.expect(
          new RegExp(`^${scheme}( |$)`, 'i').test(answer.headers.get('www-authenticate') ?? ''),
          `WWW-Authenticate must name the scheme ${scheme}.`,
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
  const nobody = (authorization: string) => ({ as: 'nobody' as const, headers: { authorization } });
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');
  const [own, other] = scheme === 'basic' ? ['Basic', 'Bearer'] : ['Bearer', 'Basic'];
  return {
    missing: { title: 'a request without a credential', as: 'nobody' },
    'wrong-secret': { title: 'a credential whose secret is wrong', as: 'impostor' },
    unknown: {
      title: 'a credential that nobody has',
      ...nobody(`${own} ${scheme === 'basic' ? inBase64('nobody:nothing') : 'nobody-nothing'}`),
    },
    'other-scheme': {
      title: 'a credential of another scheme',
      ...nobody(`${other} ${inBase64('nobody:nothing')}`),
    },
    empty: { title: 'a scheme without a credential', ...nobody(own) },
    malformed: { title: 'a credential that is none', ...nobody(`${own} %%%`) },
  };
}

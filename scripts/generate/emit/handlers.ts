import type { Operation } from '../read/operations.ts';
import type { NamedSecurityScheme } from '../read/security-schemes.ts';
import { SURFACES, type Surface, typePrefix } from '../surfaces.ts';
import { HEADER, jsDoc } from './typescript-source.ts';

/** The types of the functions a server has to provide, one for each operation and each security scheme. */
export function generateHandlers(operations: Operation[], schemes: NamedSecurityScheme[]): string {
  const imported = SURFACES.map((surface) => `${typePrefix(surface)}Operations`).join(', ');
  return [
    HEADER,
    `import type { ${imported} } from '@penstock/contract';\n`,
    "import type { BasicAuthenticator, BearerAuthenticator, Handler } from '../handler.ts';\n",
    ...SURFACES.flatMap((surface) => [
      handlersInterface(
        surface,
        operations.filter((operation) => operation.surface === surface),
      ),
      securityInterface(
        surface,
        schemes.filter((scheme) => scheme.surface === surface),
      ),
    ]),
  ].join('');
}

function handlersInterface(surface: Surface, operations: Operation[]): string {
  const prefix = typePrefix(surface);
  const members = operations.map(
    ({ id, summary, description }) =>
      `${jsDoc([summary, description], '  ')}  ${id}: Handler<${prefix}Operations['${id}'], Principal>;\n`,
  );
  return [
    `\n/** One function for each operation of the ${surface} surface. */\n`,
    `export interface ${prefix}Handlers<Principal> {\n${members.join('')}}\n`,
  ].join('');
}

function securityInterface(surface: Surface, schemes: NamedSecurityScheme[]): string {
  const members = schemes.map(
    ({ name, scheme, description }) =>
      `${jsDoc([description], '  ')}  ${name}: ${authenticator(scheme)}<Principal>;\n`,
  );
  return [
    `\n/** One function for each security scheme of the ${surface} surface. */\n`,
    `export interface ${typePrefix(surface)}SecurityHandlers<Principal> {\n${members.join('')}}\n`,
  ].join('');
}

function authenticator(scheme: NamedSecurityScheme['scheme']): string {
  return scheme === 'basic' ? 'BasicAuthenticator' : 'BearerAuthenticator';
}

import type { Surface } from '@penstock/contract';
import type { KnownCaller } from '../session.ts';

/** The credentials of a request. */
interface Credential {
  readonly authorization: string;
  /** The curl option that sends the credential from environment variables. */
  readonly curlOption: string;
}

/** A caller with a valid credential, on one surface. */
export interface KnownPrincipal extends Credential {
  /** The same with a wrong secret. It reveals all but one character of the right one, so it is a secret as well. */
  readonly forged: Credential;
  /** The path parameters of its tenant. */
  readonly tenant: Readonly<Record<string, string>>;
  /** Texts that no output may contain. */
  readonly secrets: readonly string[];
}

/** The callers of each surface. A surface without an admin is not checked. */
export type Callers = Readonly<Record<Surface, Readonly<Partial<Record<KnownCaller, KnownPrincipal>>>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A missing or invalid setting. The message is for the user of the command. */
export class SettingError extends Error {
  override name = 'SettingError';
}

const PREFIXES: Readonly<Record<KnownCaller, string>> = {
  admin: 'PENSTOCK_',
  reader: 'PENSTOCK_READER_',
  stranger: 'PENSTOCK_STRANGER_',
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** @throws SettingError naming the variable that is invalid or missing. */
export function callersFrom(environment: Environment): Callers {
  const known = Object.keys(PREFIXES) as KnownCaller[];
  const of = (read: (caller: KnownCaller, environment: Environment) => KnownPrincipal | undefined) =>
    Object.fromEntries(
      known.flatMap((caller) => {
        const principal = read(caller, environment);
        return principal === undefined ? [] : [[caller, principal]];
      }),
    );
  return { management: of(keyOf), observability: of(tokenOf) };
}

function keyOf(caller: KnownCaller, environment: Environment): KnownPrincipal | undefined {
  const prefix = PREFIXES[caller];
  // A reader belongs to the tenant of the admin.
  const tenantPrefix = caller === 'reader' ? PREFIXES.admin : prefix;
  // CI systems pass unset variables as empty texts.
  if (!environment[`${prefix}KEY_ID`] && !environment[`${prefix}KEY_SECRET`]) return undefined;
  const needed = (name: string) => environment[name] || missing(name, prefix);
  const [keyId, keySecret] = [`${prefix}KEY_ID`, `${prefix}KEY_SECRET`].map((name) =>
    visible(name, needed(name)),
  ) as [string, string];
  const wrongSecret = withWrongEnd(keySecret);
  return {
    authorization: basic(keyId, keySecret),
    curlOption: `-u "$${prefix}KEY_ID:$${prefix}KEY_SECRET"`,
    forged: {
      authorization: basic(keyId, wrongSecret),
      curlOption: `-u "$${prefix}KEY_ID:${wrongSecretInShell(`${prefix}KEY_SECRET`, wrongSecret)}"`,
    },
    tenant: {
      organizationId: uuid(`${tenantPrefix}ORGANIZATION_ID`, needed),
      serviceId: uuid(`${tenantPrefix}SERVICE_ID`, needed),
    },
    secrets: [keySecret, wrongSecret].flatMap((secret) => [
      secret,
      basic(keyId, secret).slice('Basic '.length),
    ]),
  };
}

function tokenOf(caller: KnownCaller, environment: Environment): KnownPrincipal | undefined {
  const name = `${PREFIXES[caller]}TOKEN`;
  const token = environment[name];
  if (!token) return undefined;
  visible(name, token);
  const wrongToken = withWrongEnd(token);
  return {
    authorization: `Bearer ${token}`,
    curlOption: `-H "Authorization: Bearer $${name}"`,
    forged: {
      authorization: `Bearer ${wrongToken}`,
      curlOption: `-H "Authorization: Bearer ${wrongSecretInShell(name, wrongToken)}"`,
    },
    tenant: {},
    secrets: [token, wrongToken],
  };
}

/** Variables of CI systems often end with a line break. */
function visible(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new SettingError(`${name} contains spaces, line breaks or characters other than ASCII.`);
}

function missing(name: string, prefix: string): never {
  throw new SettingError(
    `${name} is not set. The surface management needs ${prefix}KEY_ID, ${prefix}KEY_SECRET, and the ORGANIZATION_ID and SERVICE_ID of the tenant.`,
  );
}

function uuid(name: string, needed: (name: string) => string): string {
  const value = needed(name);
  if (!UUID.test(value)) throw new SettingError(`${name} must be a UUID.`);
  return value;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** As long as the right secret, with another last character. */
function withWrongEnd(secret: string): string {
  return `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`;
}

/** The same as a shell expression. */
function wrongSecretInShell(name: string, wrong: string): string {
  return `\${${name}%?}${wrong.slice(-1)}`;
}

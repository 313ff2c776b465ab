import type { Surface } from '@penstock/contract';
import type { KnownCaller } from '../session.ts';

/** What a request says about who sends it. */
interface Credential {
  readonly authorization: string;
  /** What a shell makes it of, in a command line that repeats a request. */
  readonly shown: string;
}

/** Someone whom the server knows, on one surface. */
export interface KnownPrincipal extends Credential {
  /** The same with a wrong secret, which tells all but one character of the right one: it must not be seen either. */
  readonly forged: Credential;
  /** The path parameters that say where its things are. */
  readonly tenant: Readonly<Record<string, string>>;
  /** What must never be seen. */
  readonly secrets: readonly string[];
}

/** Who may be sent as, on each surface. A surface without an admin is not checked. */
export type Callers = Readonly<Record<Surface, Readonly<Partial<Record<KnownCaller, KnownPrincipal>>>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is wrong or missing. Its message is a sentence for whoever set it. */
export class SettingError extends Error {
  override name = 'SettingError';
}

const PREFIXES: Readonly<Record<KnownCaller, string>> = {
  admin: 'PENSTOCK_',
  reader: 'PENSTOCK_READER_',
  stranger: 'PENSTOCK_STRANGER_',
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** @throws SettingError naming the variable that is wrong, or missing beside others. */
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
  // A reader lives in the tenant of the admin.
  const place = caller === 'reader' ? PREFIXES.admin : prefix;
  // CI systems hand on what is not set as an empty text.
  if (!environment[`${prefix}KEY_ID`] && !environment[`${prefix}KEY_SECRET`]) return undefined;
  const needed = (name: string) => environment[name] || missing(name, prefix);
  const [keyId, keySecret] = [`${prefix}KEY_ID`, `${prefix}KEY_SECRET`].map((name) =>
    visible(name, needed(name)),
  ) as [string, string];
  const wrongSecret = spoilt(keySecret);
  return {
    authorization: basic(keyId, keySecret),
    shown: `-u "$${prefix}KEY_ID:$${prefix}KEY_SECRET"`,
    forged: {
      authorization: basic(keyId, wrongSecret),
      shown: `-u "$${prefix}KEY_ID:${shownSpoilt(`${prefix}KEY_SECRET`, wrongSecret)}"`,
    },
    tenant: {
      organizationId: uuid(`${place}ORGANIZATION_ID`, needed),
      serviceId: uuid(`${place}SERVICE_ID`, needed),
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
  const wrongToken = spoilt(token);
  return {
    authorization: `Bearer ${token}`,
    shown: `-H "Authorization: Bearer $${name}"`,
    forged: {
      authorization: `Bearer ${wrongToken}`,
      shown: `-H "Authorization: Bearer ${shownSpoilt(name, wrongToken)}"`,
    },
    tenant: {},
    secrets: [token, wrongToken],
  };
}

/** What CI systems hand on often ends with a line end. */
function visible(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new SettingError(`${name} has spaces, line ends or other than ASCII in it.`);
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

/** As long as the right one, and wrong in its last character alone. */
function spoilt(secret: string): string {
  return `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`;
}

/** The same for a shell. */
function shownSpoilt(name: string, wrong: string): string {
  return `\${${name}%?}${wrong.slice(-1)}`;
}

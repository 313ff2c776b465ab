import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SecretKey } from '../storage/encryption.ts';
import type { StorageSettings } from '../storage/storage.ts';
import type { LogLevel } from '../telemetry/logger.ts';

/** One environment variable. */
interface Setting<Value = unknown> {
  /** What it does. */
  readonly about: string;
  /** What it must be, to end a sentence. */
  readonly must: string;
  readonly check: z.ZodType<Value, string>;
  /** What holds while it is not set, as one would write it. Without one the server does without the value. */
  readonly fallback?: string;
  /** What a person may see of a value that can hold a secret. */
  readonly shown?: (text: string) => string;
}

const SURFACES = ['management', 'observability'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly LogLevel[];
const VALIDATIONS = ['compiled', 'express-openapi-validator'] as const;
const SECRET_KEY = /^([a-z0-9][a-z0-9-]{0,31}):([A-Za-z0-9+/]{43}=)$/;
const KEY_PAIR = z.string().regex(SECRET_KEY).transform(secretKey);

/**
 * Every setting of the reference server: its variable, its default, its check and what it does, in this one place.
 * `penstock config --help` lists them.
 */
const settings = {
  PENSTOCK_HOST: {
    about: 'the address to listen on; loopback unless you say otherwise',
    must: 'be a host name or an IP address, without scheme and port',
    check: z.string().refine(isHost),
    fallback: '127.0.0.1',
  },
  PENSTOCK_PORT: {
    about: 'the port to listen on; 0 picks a free one',
    ...wholeNumber(0, 65_535),
    fallback: '8080',
  },
  PENSTOCK_DATA: {
    about: 'the folder of the embedded database, the development key and the first credentials',
    must: 'be the path of a folder',
    check: z.string().regex(/^[^\0]+$/),
    fallback: '.penstock',
  },
  DATABASE_URL: {
    about: 'the PostgreSQL database, shared by several processes; without it the embedded one is used',
    must: 'look like postgres://user:password@host:5432/name',
    check: z.url({ protocol: /^postgres(ql)?$/ }),
    shown: withoutSecrets,
  },
  PENSTOCK_SURFACES: {
    about: 'which surfaces are served: management is /v1, observability is /api/v2',
    must: 'be management, observability or both, separated by a comma',
    check: z
      .string()
      .transform(listed)
      .pipe(z.array(z.enum(SURFACES)).min(1)),
    fallback: SURFACES.join(','),
  },
  PENSTOCK_RATE_LIMIT: {
    about: 'how many requests a credential has per window',
    ...wholeNumber(1, 1_000_000),
    fallback: '100',
  },
  PENSTOCK_RATE_WINDOW_SECONDS: {
    about: 'how long that window is, in seconds',
    ...wholeNumber(1, 86_400),
    fallback: '10',
  },
  PENSTOCK_VALIDATION: {
    about: 'what holds requests against the contract',
    ...oneOf(VALIDATIONS),
    fallback: 'compiled',
  },
  PENSTOCK_VALIDATE_RESPONSES: {
    about: 'which answers are held against the contract before they leave',
    must: 'be always, never, or a share between 0 and 1 such as 0.01',
    check: z
      .string()
      .regex(/^(always|never|0?\.\d{1,6})$/)
      .transform(shareOf)
      .refine(isShare),
    fallback: 'always',
  },
  PENSTOCK_SECRET_KEYS: {
    about:
      'the keys that encrypt stored secrets, as id:key, separated by commas; the first one encrypts, all decrypt. Without it a development key is made in PENSTOCK_DATA',
    must: 'be id:key pairs, separated by commas: ids of small letters, digits and dashes, each once, and keys of 32 bytes in base64 (openssl rand -base64 32)',
    check: z
      .string()
      .transform(listed)
      .pipe(z.tuple([KEY_PAIR], KEY_PAIR))
      .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length),
    shown: (text) =>
      listed(text)
        .map((pair) => `${SECRET_KEY.exec(pair)?.[1] ?? '?'}:(hidden)`)
        .join(','),
  },
  PENSTOCK_WEBHOOK_ALLOW_HOSTS: {
    about: 'hosts that webhooks may call although they are loopback or private, separated by commas',
    must: 'be host names or IP addresses, separated by commas, without scheme and port',
    check: z
      .string()
      .toLowerCase()
      .transform(listed)
      .refine((hosts) => hosts.every(isHost)),
  },
  PENSTOCK_LOG_LEVEL: {
    about: 'how much is logged to stderr',
    ...oneOf(LOG_LEVELS),
    fallback: 'info',
  },
  PENSTOCK_LEASE_SECONDS: {
    about: 'how long the pipes of a process that is not heard of any more wait for another one, in seconds',
    ...wholeNumber(1, 3_600),
    fallback: '10',
  },
  PENSTOCK_SIMULATED_STEP_MS: {
    about: 'how long the simulated runtime stays in a transient state, in milliseconds',
    ...wholeNumber(0, 3_600_000),
    fallback: '250',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'where traces are sent, by OTLP over HTTP; without it none are made. OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_HEADERS hold, too',
    must: 'look like http://host:4318',
    check: z.url({ protocol: /^https?$/ }),
    shown: withoutSecrets,
  },
} as const satisfies Record<string, Setting>;

type Name = keyof typeof settings;

/** A value that is always there if its setting has a fallback. */
type Value<Of extends Setting> =
  | z.output<Of['check']>
  | (Of extends { readonly fallback: string } ? never : undefined);

type Values = { readonly [Of in Name]: Value<(typeof settings)[Of]> };

/** The settings, checked and named as the code uses them. */
export interface Configuration extends StorageSettings {
  readonly host: string;
  readonly port: number;
  readonly surfaces: readonly (typeof SURFACES)[number][];
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number };
  readonly validation: (typeof VALIDATIONS)[number];
  /** A number is the share of the answers that are checked, between 0 and 1. */
  readonly validateResponses: boolean | number;
  /** In lower case. */
  readonly webhookAllowedHosts: readonly string[];
  readonly logLevel: LogLevel;
  readonly leaseSeconds: number;
  readonly simulatedStepMs: number;
  /** Undefined for no traces. */
  readonly otlpEndpoint: string | undefined;
}

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Says which settings are wrong and why; a person can mend it without reading code. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** One sentence for each. */
  readonly complaints: readonly string[];

  constructor(message: string, complaints: readonly string[] = [message]) {
    super(message);
    this.complaints = complaints;
  }
}

/** Settings of programs that run beside the server in the same environment: the mock, and the reference's code samples. */
const OTHERS = /^PENSTOCK_(MOCK_.*|URL|KEY_ID|KEY_SECRET|TOKEN)$/;

/**
 * Reads the settings from environment variables. An empty variable counts as absent, as shells make it easy to set one.
 *
 * @throws ConfigurationError that lists every wrong and every unknown `PENSTOCK_` variable. It repeats no secret.
 */
export function readConfiguration(environment: Environment): Configuration {
  const names = Object.keys(settings) as Name[];
  const complaints = [...names.flatMap((name) => complaintAbout(name, environment)), ...unknown(environment)];
  if (complaints.length > 0) throw new ConfigurationError(sentence(complaints), complaints);
  const values = Object.fromEntries(names.map((name) => [name, readValue(name, environment)])) as Values;
  return {
    host: values.PENSTOCK_HOST,
    port: values.PENSTOCK_PORT,
    dataFolder: resolve(values.PENSTOCK_DATA),
    databaseUrl: values.DATABASE_URL,
    surfaces: values.PENSTOCK_SURFACES,
    rateLimit: { requests: values.PENSTOCK_RATE_LIMIT, windowSeconds: values.PENSTOCK_RATE_WINDOW_SECONDS },
    validation: values.PENSTOCK_VALIDATION,
    validateResponses: values.PENSTOCK_VALIDATE_RESPONSES,
    secretKeys: values.PENSTOCK_SECRET_KEYS,
    webhookAllowedHosts: values.PENSTOCK_WEBHOOK_ALLOW_HOSTS ?? [],
    logLevel: values.PENSTOCK_LOG_LEVEL,
    leaseSeconds: values.PENSTOCK_LEASE_SECONDS,
    simulatedStepMs: values.PENSTOCK_SIMULATED_STEP_MS,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

/** A setting as people and programs read of it. Nothing in it is secret. */
export interface DescribedSetting {
  readonly name: string;
  readonly about: string;
  readonly must: string;
  /** Null if there is none. */
  readonly default: string | null;
  /** What holds in this environment; null if it is not set and has no default. */
  readonly value: string | null;
  readonly from: 'environment' | 'default';
}

/** Every setting with its value in this environment, right or wrong. */
export function describeSettings(environment: Environment): DescribedSetting[] {
  return Object.entries<Setting>(settings).map(([name, { about, must, fallback, shown }]) => {
    const given = environment[name] || undefined;
    return {
      name,
      about,
      must,
      default: fallback ?? null,
      value: given === undefined ? (fallback ?? null) : (shown?.(given) ?? given),
      from: given === undefined ? 'default' : 'environment',
    };
  });
}

function textOf(name: Name, environment: Environment): string | undefined {
  const { fallback }: Setting = settings[name];
  return environment[name] || fallback;
}

function readValue(name: Name, environment: Environment): unknown {
  const text = textOf(name, environment);
  return text === undefined ? undefined : settings[name].check.parse(text);
}

function complaintAbout(name: Name, environment: Environment): string[] {
  const { check, must, shown }: Setting = settings[name];
  const text = textOf(name, environment);
  if (text === undefined || check.safeParse(text).success) return [];
  const given = shown === undefined ? ` is ${JSON.stringify(text)}; it` : '';
  return [`${name}${given} must ${must}.`];
}

/** A misspelt variable of ours must not be ignored, one of another program must. */
function unknown(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PENSTOCK_') && !OTHERS.test(name))
    .filter((name) => environment[name] && !(name in settings))
    .map((name) => `${name} is not a setting of this server; remove it or correct its name.`);
}

function sentence(complaints: readonly string[]): string {
  return [
    'The configuration is wrong:',
    ...complaints.map((line) => `  ${line}`),
    'All settings: penstock config --help',
  ].join('\n');
}

function wholeNumber(lowest: number, highest: number) {
  return {
    must: `be a whole number from ${lowest} to ${highest}`,
    check: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(lowest).max(highest)),
  };
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return { must: `be one of ${choices.join(', ')}`, check: z.enum(choices) as z.ZodType<Choice, string> };
}

function listed(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

function shareOf(text: string): boolean | number {
  return text === 'always' || (text !== 'never' && Number(text));
}

function isShare(share: boolean | number): boolean {
  return share !== 0;
}

function secretKey(pair: string): SecretKey {
  const [, id = '', key = ''] = SECRET_KEY.exec(pair) ?? [];
  return { id, key: Buffer.from(key, 'base64') };
}

/** User names and queries go, too: PostgreSQL takes a password in both. */
function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  return url === null ? '(hidden)' : `${url.protocol}//${url.host}${url.pathname}`;
}

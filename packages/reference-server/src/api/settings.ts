import { isIP } from 'node:net';
import { z } from 'zod';
import type { SecretKey } from '../storage/encryption.ts';
import type { LogLevel } from '../telemetry/logger.ts';

/** One environment variable. */
export interface Setting<Value = unknown> {
  /** The description that `config --help` prints. */
  readonly about: string;
  /** Completes the sentence "It must …". */
  readonly must: string;
  readonly check: z.ZodType<Value, string>;
  /** The default, as an operator would write it. Without a default the value is optional. */
  readonly fallback?: string;
  /** Masks a value that can contain a secret. */
  readonly mask?: (text: string) => string;
}

export const SURFACES = ['management', 'observability'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly LogLevel[];
export const VALIDATIONS = ['compiled', 'express-openapi-validator'] as const;
const SECRET_KEY = /^([a-z0-9][a-z0-9-]{0,31}):([A-Za-z0-9+/]{43}=)$/;
const HOSTS = z
  .string()
  .toLowerCase()
  .transform(listed)
  .refine((hosts) => hosts.every(isHost));
const KEY_PAIR = z.string().regex(SECRET_KEY).transform(secretKey);

/**
 * Every setting of the reference server: its variable, its default, its check and its description.
 * `penstock config --help` lists them.
 */
export const settings = {
  PENSTOCK_HOST: {
    about: 'the address to listen on; only this machine can reach the default',
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
    about: 'the folder for the embedded database, the development key and the first credentials',
    must: 'be the path of a folder',
    check: z.string().regex(/^[^\0]+$/),
    fallback: '.penstock',
  },
  DATABASE_URL: {
    about:
      'the PostgreSQL database, which several processes can share; without it the embedded database is used',
    must: 'look like postgres://user:password@host:5432/name',
    check: z.url({ protocol: /^postgres(ql)?$/ }),
    mask: withoutSecrets,
  },
  PENSTOCK_SURFACES: {
    about: 'the surfaces to serve: management is /v1, observability is /api/v2',
    must: 'be management, observability or both, separated by a comma',
    check: z
      .string()
      .transform(listed)
      .pipe(z.array(z.enum(SURFACES)).min(1)),
    fallback: SURFACES.join(','),
  },
  PENSTOCK_RATE_LIMIT: {
    about: 'the number of requests per credential and window',
    ...wholeNumber(1, 1_000_000),
    fallback: '100',
  },
  PENSTOCK_RATE_WINDOW_SECONDS: {
    about: 'the length of the window, in seconds',
    ...wholeNumber(1, 86_400),
    fallback: '10',
  },
  PENSTOCK_VALIDATION: {
    about: 'the request validation engine; compiled is the fast one',
    ...oneOf(VALIDATIONS),
    fallback: 'express-openapi-validator',
  },
  PENSTOCK_VALIDATE_RESPONSES: {
    about: 'which responses are validated before they are sent',
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
      'the keys that encrypt stored secrets, as id:key, separated by commas; the first key encrypts, all keys decrypt. Without it a development key is created in PENSTOCK_DATA',
    must: 'be id:key pairs, separated by commas: unique ids of lowercase letters, digits and dashes, and keys of 32 bytes in base64 (openssl rand -base64 32)',
    check: z
      .string()
      .transform(listed)
      .pipe(z.tuple([KEY_PAIR], KEY_PAIR))
      .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length),
    mask: (text) =>
      listed(text)
        .map((pair) => `${SECRET_KEY.exec(pair)?.[1] ?? '?'}:(hidden)`)
        .join(','),
  },
  PENSTOCK_WEBHOOK_ALLOW_HOSTS: {
    about: 'loopback or private hosts that webhooks may call, separated by commas',
    must: 'be host names or IP addresses, separated by commas, without scheme and port',
    check: HOSTS,
  },
  PENSTOCK_SOURCE_HOSTS: {
    about:
      'the hosts that pipes may read from, separated by commas; without it every host except link-local addresses',
    must: 'be host names or IP addresses, separated by commas, without scheme and port',
    check: HOSTS,
  },
  PENSTOCK_LOG_LEVEL: {
    about: 'the log level; logs go to stderr',
    ...oneOf(LOG_LEVELS),
    fallback: 'info',
  },
  PENSTOCK_LEASE_SECONDS: {
    about:
      'the time after which the pipes of a process that stopped responding pass to another process, in seconds',
    ...wholeNumber(1, 3_600),
    fallback: '10',
  },
  PENSTOCK_PIPE_FAILURE_MINUTES: {
    about: 'the time after which a pipe is Failed whose source or destination does not work, in minutes',
    ...wholeNumber(1, 100_000),
    fallback: '15',
  },
  PENSTOCK_ALERT_DELAY_SECONDS: {
    about:
      'the time after the end of a window at which alerts evaluate it, so that late rows are counted, in seconds',
    ...wholeNumber(0, 3_600),
    fallback: '10',
  },
  PENSTOCK_ENGINE: {
    about:
      'the engine: embedded ClickHouse, the URL of a ClickHouse server, or simulated for none; without it the embedded one where it is installed',
    must: 'be embedded, simulated, or the URL of a ClickHouse server without credentials and query, such as http://host:8123; credentials belong in PENSTOCK_ENGINE_USER and PENSTOCK_ENGINE_PASSWORD',
    check: z.union([z.enum(['embedded', 'simulated']), z.url({ protocol: /^https?$/ }).refine(isPlainUrl)]),
    mask: (text) => (text.includes('/') ? withoutSecrets(text) : text),
  },
  PENSTOCK_ENGINE_USER: {
    about: 'the user of the ClickHouse server',
    must: 'be the name of a user',
    check: z.string().min(1),
  },
  PENSTOCK_ENGINE_PASSWORD: {
    about: 'the password of the ClickHouse server',
    must: 'be a password',
    check: z.string().min(1),
    mask: () => '(hidden)',
  },
  PENSTOCK_ENGINE_CLUSTER: {
    about:
      'the cluster of the ClickHouse server; tables of pipes are then created on all of its servers, with replicated engines',
    must: 'be the name of a cluster, of letters, digits, underscores, dots and dashes',
    check: z.string().regex(/^[A-Za-z0-9_.-]+$/),
  },
  PENSTOCK_ENGINE_INSERT_QUORUM: {
    about: 'the number of replicas that must have a batch before it counts as inserted; auto is the majority',
    must: 'be auto or a whole number from 2 to 99',
    check: z.string().regex(/^(auto|[2-9]|[1-9]\d)$/),
  },
  PENSTOCK_ENGINE_MEMORY_MB: {
    about:
      'the memory that the embedded engine may use, in MiB; without it half of the memory of the machine',
    ...wholeNumber(256, 9_999_999),
  },
  PENSTOCK_SIMULATED_STEP_MS: {
    about: 'the time that the simulated runtime spends in each transient state, in milliseconds',
    ...wholeNumber(0, 3_600_000),
    fallback: '250',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'the OTLP/HTTP endpoint that traces are sent to; without it there are no traces. OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_EXPORTER_OTLP_HEADERS are supported as well',
    must: 'look like http://host:4318',
    check: z.url({ protocol: /^https?$/ }),
    mask: withoutSecrets,
  },
} as const satisfies Record<string, Setting>;

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

/** Credentials in a URL would be in logs, in process lists and in what `/readyz` reports. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** Removes user names and queries as well: PostgreSQL accepts a password in both. */
function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  return url === null ? '(hidden)' : `${url.protocol}//${url.host}${url.pathname}`;
}

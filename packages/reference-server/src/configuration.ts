import { resolve } from 'node:path';
import { z } from 'zod';

/**
 * Every setting of the reference server: its variable, its default, its check and what it does, in this one place.
 * `penstock serve --help` lists them.
 */
const settings = z.object({
  PENSTOCK_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('the address to listen on; loopback unless you say otherwise'),
  PENSTOCK_PORT: wholeNumber(0, 65_535).default(8080).describe('the port to listen on; 0 picks a free one'),
  PENSTOCK_DATA: z
    .string()
    .min(1)
    .default('.penstock')
    .describe('the folder of the database, the encryption key and the first credentials'),
  PENSTOCK_RATE_LIMIT: wholeNumber(1, 1_000_000)
    .default(100)
    .describe('how many requests a credential has per window'),
  PENSTOCK_RATE_WINDOW_SECONDS: wholeNumber(1, 86_400)
    .default(10)
    .describe('how long that window is, in seconds'),
  PENSTOCK_SIMULATED_STEP_MS: wholeNumber(0, 3_600_000)
    .default(250)
    .describe('how long the simulated runtime stays in a transient state, in milliseconds'),
  PENSTOCK_WEBHOOK_ALLOW_HOSTS: z
    .string()
    .default('')
    .transform(hostNames)
    .describe('hosts that webhooks may call although they are loopback or private, separated by commas'),
  PENSTOCK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('how much is logged to stderr'),
});

/** The settings, checked and named as the code uses them. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number };
  readonly simulatedStepMs: number;
  /** In lower case. */
  readonly webhookAllowedHosts: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Says which settings are wrong and why; a person can mend it without reading code. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Settings of programs that run beside the server, in the same environment. */
const OTHERS = 'PENSTOCK_MOCK_';

/**
 * Reads the settings from environment variables. An empty variable counts as absent, as shells make it easy to set one.
 *
 * @throws ConfigurationError that lists every wrong or unknown `PENSTOCK_` variable.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.entries(environment).filter(
    ([name, value]) => isOurs(name) && value !== undefined && value !== '',
  );
  const parsed = settings.strict().safeParse(Object.fromEntries(given));
  if (!parsed.success) throw new ConfigurationError(complaint(parsed.error));
  const values = parsed.data;
  return {
    host: values.PENSTOCK_HOST,
    port: values.PENSTOCK_PORT,
    dataFolder: resolve(values.PENSTOCK_DATA),
    rateLimit: { requests: values.PENSTOCK_RATE_LIMIT, windowSeconds: values.PENSTOCK_RATE_WINDOW_SECONDS },
    simulatedStepMs: values.PENSTOCK_SIMULATED_STEP_MS,
    webhookAllowedHosts: values.PENSTOCK_WEBHOOK_ALLOW_HOSTS,
    logLevel: values.PENSTOCK_LOG_LEVEL,
  };
}

/** A misspelt variable of ours must not be ignored, one of another program must. */
function isOurs(name: string): boolean {
  return name.startsWith('PENSTOCK_') && !name.startsWith(OTHERS);
}

/** One line a setting, for `--help`. */
export function describeSettings(): string {
  return Object.entries(settings.shape)
    .map(([name, setting]) => {
      const fallback = settings.shape[name as keyof typeof settings.shape].parse(undefined);
      return `  ${name.padEnd(29)} ${setting.description} (${String(fallback) || 'none'})`;
    })
    .join('\n');
}

function hostNames(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '');
}

function wholeNumber(lowest: number, highest: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${lowest} to ${highest}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(lowest, `must be a whole number from ${lowest} to ${highest}`)
        .max(highest, `must be a whole number from ${lowest} to ${highest}`),
    );
}

function complaint(error: z.ZodError): string {
  const lines = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key} is not a setting of this server; remove it or correct its name.`)
      : [`${issue.path.join('.')}: ${issue.message}.`],
  );
  return [
    'The configuration is wrong:',
    ...lines.map((line) => `  ${line}`),
    'All settings: penstock serve --help',
  ].join('\n');
}

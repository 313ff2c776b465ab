import { resolve } from 'node:path';
import type { z } from 'zod';
import type { EngineSettings } from '../runtime/engine.ts';
import type { StorageSettings } from '../storage/storage.ts';
import type { LogLevel } from '../telemetry/logger.ts';
import { type Setting, type SURFACES, settings, type VALIDATIONS } from './settings.ts';

type Name = keyof typeof settings;

/** A value is always defined if its setting has a default. */
type Value<Of extends Setting> =
  | z.output<Of['check']>
  | (Of extends { readonly fallback: string } ? never : undefined);

type Values = { readonly [Of in Name]: Value<(typeof settings)[Of]> };

/** The settings, checked and named as the code uses them. */
export interface Configuration extends StorageSettings, EngineSettings {
  readonly host: string;
  readonly port: number;
  readonly surfaces: readonly (typeof SURFACES)[number][];
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number };
  readonly validation: (typeof VALIDATIONS)[number];
  /** A number is the share of responses that are validated, between 0 and 1. */
  readonly validateResponses: boolean | number;
  /** In lower case. */
  readonly webhookAllowedHosts: readonly string[];
  readonly logLevel: LogLevel;
  readonly leaseSeconds: number;
  readonly pipeFailureMinutes: number;
  readonly alertDelaySeconds: number;
  /** In lower case. Undefined allows every host that is not link-local. */
  readonly sourceHosts: readonly string[] | undefined;
  readonly simulatedStepMs: number;
  /** Undefined for no traces. */
  readonly otlpEndpoint: string | undefined;
}

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists the invalid settings with reasons, for the operator. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** One sentence per invalid setting. */
  readonly diagnostics: readonly string[];

  constructor(message: string, diagnostics: readonly string[] = [message]) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** Settings of other programs in the same environment: the mock, and the code samples of the reference. */
const OTHERS = /^PENSTOCK_(MOCK_.*|URL|KEY_ID|KEY_SECRET|ORGANIZATION_ID|SERVICE_ID|TOKEN)$/;

/**
 * Reads the settings from environment variables. An empty variable counts as absent.
 *
 * @throws ConfigurationError that lists every invalid and every unknown `PENSTOCK_` variable, without secrets
 */
export function readConfiguration(environment: Environment): Configuration {
  const names = Object.keys(settings) as Name[];
  const diagnostics = [...names.flatMap((name) => diagnosticOf(name, environment)), ...unknown(environment)];
  if (diagnostics.length > 0) throw new ConfigurationError(sentence(diagnostics), diagnostics);
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
    pipeFailureMinutes: values.PENSTOCK_PIPE_FAILURE_MINUTES,
    alertDelaySeconds: values.PENSTOCK_ALERT_DELAY_SECONDS,
    sourceHosts: values.PENSTOCK_SOURCE_HOSTS,
    engine: values.PENSTOCK_ENGINE,
    engineUser: values.PENSTOCK_ENGINE_USER,
    enginePassword: values.PENSTOCK_ENGINE_PASSWORD,
    engineCluster: values.PENSTOCK_ENGINE_CLUSTER,
    engineInsertQuorum: values.PENSTOCK_ENGINE_INSERT_QUORUM,
    engineMemoryMb: values.PENSTOCK_ENGINE_MEMORY_MB,
    simulatedStepMs: values.PENSTOCK_SIMULATED_STEP_MS,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

/** A setting for display, without secrets. */
export interface DescribedSetting {
  readonly name: string;
  readonly about: string;
  readonly must: string;
  /** Null if there is none. */
  readonly default: string | null;
  /** The value in effect; null if it is not set and has no default. */
  readonly value: string | null;
  readonly from: 'environment' | 'default';
}

/** Every setting with its value in this environment, valid or not. */
export function describeSettings(environment: Environment): DescribedSetting[] {
  return Object.entries<Setting>(settings).map(([name, { about, must, fallback, mask }]) => {
    const given = environment[name] || undefined;
    return {
      name,
      about,
      must,
      default: fallback ?? null,
      value: given === undefined ? (fallback ?? null) : (mask?.(given) ?? given),
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

function diagnosticOf(name: Name, environment: Environment): string[] {
  const { check, must, mask }: Setting = settings[name];
  const text = textOf(name, environment);
  if (text === undefined || check.safeParse(text).success) return [];
  const given = mask === undefined ? ` is ${JSON.stringify(text)}; it` : '';
  return [`${name}${given} must ${must}.`];
}

/** Rejects misspelt variables of this server and ignores those of other programs. */
function unknown(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PENSTOCK_') && !OTHERS.test(name))
    .filter((name) => environment[name] && !(name in settings))
    .map((name) => `${name} is not a setting of this server. Remove it or correct its name.`);
}

function sentence(diagnostics: readonly string[]): string {
  return [
    'The configuration is invalid:',
    ...diagnostics.map((line) => `  ${line}`),
    'All settings: penstock config --help',
  ].join('\n');
}

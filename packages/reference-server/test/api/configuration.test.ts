import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleEnvironment } from '@penstock/site/build';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, describeSettings, readConfiguration } from '../../src/api/configuration.ts';
import { runCommand } from '../support/command.ts';
import { startServer } from '../support/test-server.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SETTINGS = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

describe('the settings', () => {
  test('have the documented defaults', () => {
    expect(readConfiguration({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataFolder: expect.stringMatching(/\.penstock$/),
      databaseUrl: undefined,
      surfaces: ['management', 'observability'],
      rateLimit: { requests: 100, windowSeconds: 10 },
      validation: 'express-openapi-validator',
      validateResponses: true,
      secretKeys: undefined,
      webhookAllowedHosts: [],
      sourceHosts: undefined,
      logLevel: 'info',
      leaseSeconds: 10,
      pipeFailureMinutes: 15,
      alertDelaySeconds: 10,
      engine: undefined,
      engineUser: undefined,
      enginePassword: undefined,
      engineCluster: undefined,
      engineInsertQuorum: undefined,
      engineMemoryMb: undefined,
      simulatedStepMs: 250,
      otlpEndpoint: undefined,
    });
  });

  test('are read into what the code uses', () => {
    const read = readConfiguration({
      DATABASE_URL: 'postgres://penstock:pw@db/penstock',
      PENSTOCK_SURFACES: ' observability ',
      PENSTOCK_VALIDATE_RESPONSES: '0.01',
      PENSTOCK_SECRET_KEYS: `new:${KEY},old:${KEY}`,
      PENSTOCK_WEBHOOK_ALLOW_HOSTS: 'Hooks.internal, ::1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    });
    expect(read).toMatchObject({
      databaseUrl: 'postgres://penstock:pw@db/penstock',
      surfaces: ['observability'],
      validateResponses: 0.01,
      secretKeys: [
        { id: 'new', key: Buffer.alloc(32, 7) },
        { id: 'old', key: Buffer.alloc(32, 7) },
      ],
      webhookAllowedHosts: ['hooks.internal', '::1'],
      otlpEndpoint: 'http://127.0.0.1:4318',
    });
    expect(readConfiguration({ PENSTOCK_VALIDATE_RESPONSES: 'never' }).validateResponses).toBe(false);
  });

  test('an empty variable counts as absent', () => {
    expect(readConfiguration({ PENSTOCK_PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 8080,
      databaseUrl: undefined,
    });
  });

  test('variables of the mock and of code samples are not meant for the server', () => {
    expect(readConfiguration({ PENSTOCK_MOCK_PORT: '4010' }).port).toBe(8080);
    const ofSamples = [...sampleEnvironment.matchAll(/^export (PENSTOCK_\w+)=/gm)].map(([, name]) => [
      name,
      'x',
    ]);
    expect(ofSamples.length).toBe(6);
    expect(readConfiguration(Object.fromEntries(ofSamples)).port).toBe(8080);
  });

  test.each([
    ['PENSTOCK_PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PENSTOCK_PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PENSTOCK_PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PENSTOCK_PORT', '1e3', 'must be a whole number from 0 to 65535'],
    ['PENSTOCK_HOST', 'http://localhost', 'must be a host name or an IP address'],
    ['PENSTOCK_HOST', 'localhost:80', 'must be a host name or an IP address'],
    ['PENSTOCK_SURFACES', 'management,v2', 'must be management, observability or both'],
    ['PENSTOCK_SURFACES', ',', 'must be management, observability or both'],
    ['PENSTOCK_VALIDATION', 'ajv', 'must be one of compiled, express-openapi-validator'],
    ['PENSTOCK_VALIDATE_RESPONSES', '1.5', 'must be always, never, or a share between 0 and 1'],
    ['PENSTOCK_VALIDATE_RESPONSES', '0.0', 'must be always, never, or a share between 0 and 1'],
    ['PENSTOCK_WEBHOOK_ALLOW_HOSTS', 'good.test,http://bad', 'must be host names or IP addresses'],
    ['PENSTOCK_ENGINE', 'clickhouse', 'must be embedded, simulated, or the URL of a ClickHouse server'],
    ['PENSTOCK_ENGINE', 'tcp://host:9000', 'must be embedded, simulated, or the URL'],
    ['PENSTOCK_ENGINE', 'http://host:8123/?user=me', 'without credentials and query'],
    ['PENSTOCK_ENGINE_MEMORY_MB', '12', 'must be a whole number from 256'],
    ['PENSTOCK_RATE_LIMIT', '0', 'must be a whole number from 1 to 1000000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'must look like http://host:4318'],
    ['DATABASE_URL', 'mysql://db/penstock', 'must look like postgres://'],
    ['PENSTOCK_SECRET_KEYS', `${KEY}`, 'must be id:key pairs'],
    ['PENSTOCK_SECRET_KEYS', 'a:c2hvcnQ=', 'must be id:key pairs'],
    ['PENSTOCK_SECRET_KEYS', `a:${KEY},a:${KEY}`, 'must be id:key pairs'],
  ])('%s=%s is rejected with what it must be', (name, text, reason) => {
    const read = () => readConfiguration({ [name]: text });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(reason);
    expect(read).toThrow(name);
  });

  test('every wrong and every unknown one is named at once, and no secret is repeated', () => {
    const environment = {
      PENSTOCK_PORTS: '1',
      PENSTOCK_LOG_LEVEL: 'loud',
      PENSTOCK_RATE_LIMIT: '0',
      PENSTOCK_SECRET_KEYS: 'a:hush-hush',
      DATABASE_URL: 'mysql://root:hush-hush@db',
      PENSTOCK_ENGINE: 'https://root:hush-hush@clickhouse:8443',
    };
    expect(() => readConfiguration(environment)).toThrow(
      [
        'The configuration is invalid:',
        '  DATABASE_URL must look like postgres://user:password@host:5432/name.',
        '  PENSTOCK_RATE_LIMIT is "0"; it must be a whole number from 1 to 1000000.',
        '  PENSTOCK_SECRET_KEYS must be id:key pairs, separated by commas: unique ids of lowercase letters, digits and dashes, and keys of 32 bytes in base64 (openssl rand -base64 32).',
        '  PENSTOCK_LOG_LEVEL is "loud"; it must be one of debug, info, warn, error, silent.',
        '  PENSTOCK_ENGINE must be embedded, simulated, or the URL of a ClickHouse server without credentials and query, such as http://host:8123; credentials belong in PENSTOCK_ENGINE_USER and PENSTOCK_ENGINE_PASSWORD.',
        '  PENSTOCK_PORTS is not a setting of this server. Remove it or correct its name.',
        'All settings: penstock config --help',
      ].join('\n'),
    );
  });

  test('docs/settings.md lists all of them, with their defaults', () => {
    const rows = [...SETTINGS.matchAll(/^\| `([A-Z][A-Z_]+)` +\| (?:`([^`]*)`|none) +\|/gm)];
    const documented = rows.map(([, name, fallback]) => ({ name, default: fallback ?? null }));
    const known = describeSettings({}).map(({ name, default: fallback }) => ({ name, default: fallback }));
    expect(documented).toEqual(known);
  });

  test('a surface that is not listed is not served', async () => {
    const server = await startServer({ environment: { PENSTOCK_SURFACES: 'management' } });
    expect((await server.v2({ path: '/dashboards' })).status).toBe(404);
    expect((await server.v1({ path: '/stack/dashboards' })).status).toBe(200);
  });
});

describe('penstock config', () => {
  test('--help lists every setting with its default and what it must be', async () => {
    const { code, stdout } = await runCommand(['config', '--help']);
    expect(code).toBe(0);
    for (const { name, default: fallback, must } of describeSettings({})) {
      expect(stdout).toContain(fallback === null ? name : `${name}=${fallback}`);
      expect(stdout).toContain(must);
    }
  });

  test('prints the values in effect and their origin, without secrets', async () => {
    const environment = {
      PENSTOCK_PORT: '9000',
      PENSTOCK_SECRET_KEYS: `first:${KEY}`,
      DATABASE_URL: 'postgres://penstock:hush-hush@db:5432/penstock?password=hush-hush',
      PENSTOCK_ENGINE: 'https://clickhouse:8443',
      PENSTOCK_ENGINE_PASSWORD: 'hush-hush',
    };
    const text = await runCommand(['config'], environment);
    expect(text.stdout).toMatch(/^PENSTOCK_PORT +9000$/m);
    expect(text.stdout).toMatch(/^PENSTOCK_HOST +127\.0\.0\.1 {2}\(default\)$/m);
    const json = await runCommand(['config', '--json'], environment);
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ name: 'PENSTOCK_SECRET_KEYS', value: 'first:(hidden)', from: 'environment' }),
    );
    for (const { stdout, stderr } of [text, json]) {
      expect(stdout).toContain('postgres://db:5432/penstock');
      expect(stdout + stderr).not.toContain('hush-hush');
      expect(stdout + stderr).not.toContain(KEY);
    }
  });

  test('rejects invalid ones', async () => {
    const { code, stdout, stderr } = await runCommand(['config'], { PENSTOCK_PORT: 'http' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('PENSTOCK_PORT is "http"');
  });
});

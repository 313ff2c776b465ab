import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiServer } from '../../src/api/server.ts';
import { startProcess as openProcess, type ServerProcess } from '../../src/api/testing/server-process.ts';
import { examine } from '../../src/cli/doctor/examination.ts';
import { closedPort } from '../support/closed-port.ts';
import { runCommand } from '../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../support/engine.ts';
import { startProcess, startServer, temporaryFolder } from '../support/test-server.ts';

describe.runIf(ENGINE_INSTALLED)('a server with the embedded engine', () => {
  // The tests share a server, which the last two of them kill.
  const folder = mkdtempSync(join(tmpdir(), 'penstock-'));
  const environment = withEngine(folder);
  let server: ServerProcess;
  beforeAll(async () => {
    server = await openProcess(environment);
  });
  afterAll(async () => {
    await server?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('reports which engine runs and where its data is, and that pipes move rows into it', async () => {
    await expect
      .poll(() => server.output())
      .toMatch(/engine {14}ClickHouse [\d.]+, embedded, data in \/.*\/engine\n/);
    expect(server.output()).toContain('Pipes move rows into the engine.');
    expect(server.output()).toContain('The embedded engine runs');
    expect(server.output()).toContain('"runtime":"EngineRuntime"');
    const ready = await (await fetch(`${server.url}/readyz`)).json();
    const location = join(folder, 'engine');
    expect(ready).toMatchObject({ status: 'ok', engine: { engine: 'embedded', state: 'ready', location } });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(
        `^penstock_engine_ready\\{engine="embedded",version="[\\d.]+",location="${location}"\\} 1$`,
        'm',
      ),
    );
    expect(metrics).toMatch(/^penstock_engine_restarts 0$/m);
  });

  test('penstock doctor examines it', async () => {
    const findings = await examine({ ...environment, PENSTOCK_PORT: '0' });
    expect(findings.at(-1)).toEqual({
      check: 'engine',
      ok: true,
      found: expect.stringMatching(/^ClickHouse [\d.]+ responds; its data is in \/.*\/engine$/),
    });
  });

  test('rejects the start of a second one in its data folder, and goes on', async () => {
    const second = await runCommand(['serve'], { ...environment, PENSTOCK_PORT: '0' });
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toContain(
      `Another process runs the engine of ${folder}. Stop it, or use another data folder.`,
    );
    expect(second.stderr).not.toMatch(/\n\s+at /);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ engine: { state: 'ready' } });
  });

  test('serves requests while the process of the engine is killed, and starts it again', async () => {
    process.kill(enginePidOf(server), 'SIGKILL');
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await expect.poll(() => server.output()).toContain('The process of the embedded engine ended');
    await expect.poll(() => server.output()).toContain('The embedded engine runs again');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^penstock_engine_restarts 1$/m);
  });

  test('leaves nothing behind that stops the next start, also after SIGKILL', async () => {
    process.kill(enginePidOf(server), 'SIGKILL');
    await server.kill('SIGKILL');
    expect(existsSync(join(folder, 'engine.sock'))).toBe(true);
    const second = await startProcess(environment);
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(existsSync(join(folder, 'engine.sock'))).toBe(false);
  });

  test('penstock api uses the engine of penstock worker', async () => {
    const environment = withEngine(temporaryFolder());
    const api = await startServer({ environment, create: createApiServer });
    const engineOf = async () => (await api.call({ path: '/readyz' })).body.engine;
    expect(await engineOf()).toMatchObject({ engine: 'embedded', state: 'unavailable' });
    const worker = await startProcess(environment, 'worker');
    expect(await engineOf()).toMatchObject({ engine: 'embedded', state: 'ready' });
    expect(worker.output()).toMatch(/engine {4}ClickHouse [\d.]+, embedded, data in /);
  });

  test('a data folder with a long path is rejected with the remedy, and penstock doctor sees it', async () => {
    const environment = { ...withEngine(join(temporaryFolder(), 'x'.repeat(100))), PENSTOCK_PORT: '0' };
    const { code, stderr } = await runCommand(['serve'], environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(/The path of the socket .* Use a data folder with a shorter path\.\n$/);
    const findings = await examine(environment);
    expect(findings.at(-1)).toMatchObject({
      check: 'engine',
      ok: false,
      todo: expect.stringContaining('shorter path'),
    });
  });
});

describe('a server with a ClickHouse server', () => {
  const secrets = { PENSTOCK_ENGINE_USER: 'reader', PENSTOCK_ENGINE_PASSWORD: 'hush-hush' };

  test('authenticates, and never reports or logs the password', async () => {
    const seen: (string | undefined)[] = [];
    const clickhouse = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"version":"25.8.1.1"}\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void clickhouse.close().closeAllConnections());
    await once(clickhouse, 'listening');
    const url = `http://127.0.0.1:${(clickhouse.address() as AddressInfo).port}`;
    const folder = temporaryFolder();
    const environment = {
      PENSTOCK_DATA: folder,
      PENSTOCK_ENGINE: url,
      PENSTOCK_LOG_LEVEL: 'debug',
      ...secrets,
    };
    const server = await startProcess(environment);
    const texts = [
      JSON.stringify(await (await fetch(`${server.url}/readyz`)).json()),
      await (await fetch(`${server.url}/metrics`)).text(),
      JSON.stringify(await examine({ ...environment, PENSTOCK_PORT: '0' })),
    ];
    await server.kill('SIGTERM');
    expect(new Set(seen)).toEqual(new Set([`Basic ${btoa('reader:hush-hush')}`]));
    for (const text of texts) expect(text).toContain('25.8.1.1');
    expect(server.output()).toContain(`ClickHouse 25.8.1.1 at ${url}`);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    for (const text of [...texts, ...files, server.output()]) expect(text).not.toContain('hush-hush');
  });

  test('that does not respond: the start succeeds, reports it, and penstock doctor explains it', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const environment = { PENSTOCK_ENGINE: url, ...secrets };
    const server = await startServer({ environment });
    expect(await server.call({ path: '/readyz' })).toMatchObject({
      status: 200,
      body: { engine: { engine: 'remote', state: 'unavailable', location: url } },
    });
    const findings = await examine({ PENSTOCK_DATA: server.dataFolder, PENSTOCK_PORT: '0', ...environment });
    expect(findings.at(-1)).toMatchObject({
      check: 'engine',
      ok: false,
      found: expect.stringContaining('nothing listens at its address'),
    });
  });

  test('that is too old is rejected with the oldest supported version', async () => {
    const old = createServer((_request, response) => response.end('{"version":"23.3.1.1"}\n')).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void old.close().closeAllConnections());
    await once(old, 'listening');
    const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
    const engine = remoteEngine({ url });
    onTestFinished(() => engine.close());
    await expect(engine.query({ sql: 'SELECT 1' })).rejects.toThrow(
      `${url} runs ClickHouse 23.3.1.1, and the oldest supported version is 24.8. Update the server.`,
    );
  });

  test('with credentials in the URL is rejected at start, and they are not repeated', async () => {
    const { code, stderr } = await runCommand(['serve'], {
      PENSTOCK_DATA: temporaryFolder(),
      PENSTOCK_ENGINE: 'https://me:hush-hush@clickhouse.example.net:8443',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('credentials belong in PENSTOCK_ENGINE_USER and PENSTOCK_ENGINE_PASSWORD');
    expect(stderr).not.toContain('hush-hush');
  });
});

test('a server without an engine reports that', async () => {
  const server = await startProcess({ PENSTOCK_DATA: temporaryFolder() });
  await expect.poll(() => server.output()).toContain('engine              none: there is nothing to query');
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
    engine: { engine: 'simulated', state: 'simulated' },
  });
});

/** The process of the engine that was started last. */
function enginePidOf(server: ServerProcess): number {
  return Number([...server.output().matchAll(/"enginePid":(\d+)/g)].at(-1)?.[1]);
}

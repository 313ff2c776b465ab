import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import type { SupervisorEvent } from '../../src/port/embedded/supervisor.ts';
import { EngineUnavailableError } from '../../src/port/engine-error.ts';
import { MEMORY_MB } from '../support/engine-memory.ts';
import { INSTALLED, startEngine, temporaryFolder } from '../support/engines.ts';

const OWNER = join(import.meta.dirname, '../support/owner.ts');
const ENDLESS = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000)';
const TABLE = { database: 'penstock', table: 'events' };
const CREATE =
  'CREATE TABLE events (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 1000';

describe.runIf(INSTALLED)('the process of the embedded engine', () => {
  test('only its owner can use the socket, and nothing is written to its working directory', async () => {
    const folder = temporaryFolder();
    await startEngine(folder);
    expect(statSync(join(folder, 'engine.sock')).mode & 0o777).toBe(0o600);
    for (const name of ['engine', 'engine/store', 'engine/spool', 'engine/work'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'engine/work'))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('does not get the secrets of the server', async () => {
    process.env.PENSTOCK_ENGINE_PASSWORD = 'hush-hush';
    onTestFinished(() => void delete process.env.PENSTOCK_ENGINE_PASSWORD);
    const { pid } = await startEngine();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hush-hush');
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('500\n');
  });

  test('when it is killed, running statements fail, the next one waits for its successor, and data stays', async () => {
    const events: SupervisorEvent[] = [];
    const engine = await startEngine(temporaryFolder(), (event) => events.push(event));
    await engine.command({ sql: CREATE });
    await insertRows(engine, 0, 10);
    const first = engine.pid;
    const running = engine.query({ sql: ENDLESS });
    const rejection = expect(running).rejects.toThrow(EngineUnavailableError);
    await runningStatements(engine, 2);
    kill(engine);
    await rejection;
    expect(await count(engine)).toBe(10);
    expect(engine.pid).not.toBe(first);
    expect(engine.status).toMatchObject({ state: 'ready', restarts: 1 });
    expect(events.map(({ kind }) => kind)).toEqual(['ended', 'restarted']);
    expect(events[0]).toMatchObject({ signal: 'SIGKILL', retryMs: 100 });
  });

  test('an insert with a token that was cut off by SIGKILL is in the table once after it is repeated', async () => {
    const engine = await startEngine();
    await engine.command({ sql: CREATE });
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const repeat = () => insertRows(engine, round * 20_000, 20_000);
      const cut = repeat().then(
        () => 'done',
        () => 'cut off',
      );
      setTimeout(() => kill(engine), round * 15);
      outcomes.push(await cut);
      await expect.poll(() => engine.status.restarts).toBe(round + 1);
      await repeat();
    }
    expect(outcomes).toContain('cut off');
    const sql = 'SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(id)) AS ids FROM events';
    expect((await engine.query({ sql })).rows()).toEqual([{ rows: 120_000, ids: 120_000 }]);
    expect(readdirSync(join(engine.status.location, 'spool'))).toEqual([]);
  });

  test('a statement that needs too much memory fails, and the process stays', async () => {
    const engine = await startEngine();
    const { pid } = engine;
    const large = { sql: 'SELECT length(groupArray(toString(number))) FROM numbers(100000000)' };
    await expect(engine.query(large)).rejects.toMatchObject({ type: 'MEMORY_LIMIT_EXCEEDED' });
    expect((await engine.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
    expect(engine.pid).toBe(pid);
  });

  test('while it cannot be started again, statements fail with a sentence, and it recovers', async () => {
    const folder = temporaryFolder();
    const events: SupervisorEvent[] = [];
    const engine = await startEngine(folder, (event) => events.push(event));
    const config = join(folder, 'engine/config.xml');
    const good = readFileSync(config);
    writeFileSync(config, 'not a configuration');
    kill(engine);
    await expect.poll(() => events.filter(({ kind }) => kind === 'failed').length).toBeGreaterThan(1);
    const delays = events.map((event) => ('retryMs' in event ? event.retryMs : 0));
    expect(delays.slice(0, 3)).toEqual([100, 200, 400]);
    expect(engine.status.state).toBe('restarting');
    const soon = AbortSignal.timeout(100);
    await expect(engine.query({ sql: 'SELECT 1', signal: soon })).rejects.toThrow('timeout');
    writeFileSync(config, good);
    expect((await engine.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
  });

  test('statements of a closed engine are rejected', async () => {
    const folder = temporaryFolder();
    const engine = await startEngine(folder);
    await engine.close();
    await expect(engine.query({ sql: 'SELECT 1' })).rejects.toThrow('The engine is closed.');
    expect(engine.status.state).toBe('closed');
    expect(existsSync(join(folder, 'engine.sock'))).toBe(false);
  });

  test('a stop waits for a statement only for a while', async () => {
    const engine = await startEngine();
    const running = expect(engine.query({ sql: ENDLESS })).rejects.toThrow(EngineUnavailableError);
    await runningStatements(engine, 2);
    await engine.close();
    await running;
  });

  test('it ends with its parent, also when that is killed', async () => {
    const folder = temporaryFolder();
    const { owner, pid } = await startOwner(folder);
    owner.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    const engine = await startEngine(folder);
    expect(engine.status.state).toBe('ready');
  });

  test('a socket that killed processes left behind is replaced', async () => {
    const folder = temporaryFolder();
    const { owner, pid } = await startOwner(folder);
    process.kill(pid, 'SIGKILL');
    owner.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(existsSync(join(folder, 'engine.sock'))).toBe(true);
    const engine = await startEngine(folder);
    expect((await engine.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
  });
});

describe.runIf(INSTALLED)('an embedded engine does not start', () => {
  test('in the data folder of another one', async () => {
    const folder = temporaryFolder();
    const first = await startEngine(folder);
    await expect(embeddedEngine({ dataFolder: folder, memoryMb: MEMORY_MB })).rejects.toThrow(
      `Another process runs the engine of ${folder}. Stop it, or use another data folder.`,
    );
    expect((await first.query({ sql: 'SELECT 1 AS one' })).rows()).toEqual([{ one: 1 }]);
  });

  test('with a socket whose path is too long', async () => {
    const folder = join(temporaryFolder(), 'x'.repeat(100));
    mkdirSync(folder);
    await expect(embeddedEngine({ dataFolder: folder, memoryMb: MEMORY_MB })).rejects.toThrow(
      /^The path of the socket .*engine\.sock has 1\d\d bytes, and the system allows 10\d\. Use a data folder with a shorter path\.$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('in a folder that it cannot write to', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'engine'), '');
    await expect(embeddedEngine({ dataFolder: folder, memoryMb: MEMORY_MB })).rejects.toThrow(
      /^The engine cannot write to .*\/engine: .*\. Use a data folder that this user may write to\.$/,
    );
  });

  test.runIf(process.getuid?.() === 0)('in a folder that is read-only', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o555);
    const owner = spawn(process.execPath, [OWNER, folder], {
      uid: 65_534,
      gid: 65_534,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    owner.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await once(owner, 'close');
    expect(text).toMatch(
      /The engine cannot write to .*EACCES.*Use a data folder that this user may write to/,
    );
  });
});

async function insertRows(engine: EmbeddedEngine, from: number, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `${from + row}\t${'x'.repeat(100)}\n`);
  const bytes = Buffer.from(lines.join(''));
  await engine.insert({ table: TABLE, bytes, format: 'TabSeparated', token: `${from}` });
}

async function count(engine: EmbeddedEngine): Promise<number | undefined> {
  const { rows } = await engine.query({ sql: 'SELECT toUInt32(count()) AS rows FROM events' });
  return rows<{ rows: number }>()[0]?.rows;
}

async function runningStatements(engine: EmbeddedEngine, atLeast: number): Promise<void> {
  const sql = 'SELECT toUInt32(count()) AS running FROM system.processes';
  const ask = async () => (await engine.query({ sql })).rows<{ running: number }>()[0]?.running;
  await expect.poll(ask).toBeGreaterThanOrEqual(atLeast);
}

function kill({ pid }: EmbeddedEngine): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** A process that runs an engine, and the id of the engine's process. */
async function startOwner(folder: string): Promise<{ owner: ChildProcess; pid: number }> {
  const owner = spawn(process.execPath, [OWNER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void owner.kill('SIGKILL'));
  const [line] = (await once(owner.stdout.setEncoding('utf8'), 'data')) as [string];
  return { owner, pid: Number(line) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

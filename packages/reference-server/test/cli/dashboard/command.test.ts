import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type EnginePort, engineFolderAt, remoteEngine } from '@penstock/engine';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../src/api/testing/test-server.ts';
import { closedPort } from '../../support/closed-port.ts';
import { runCommand } from '../../support/command.ts';
import { ENGINE_INSTALLED, withEngine } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/test-server.ts';

const BIN = join(import.meta.dirname, '../../../bin/penstock.js');
const CHECKOUT = '018f6d2f-8e10-7a44-b1c5-6d7e8f901234';
const RANGE = ['--since', '2026-05-04T09:00:00Z', '--until', '2026-05-04T10:00:00Z'];
/** Runs a command in a terminal. */
const SCRIPT = '/usr/bin/script';
const TERMINAL = existsSync(SCRIPT);

/** 60 spans, one per minute. The service alternates, and every second span of `checkout` fails. */
const SPANS = `SELECT toDateTime64('2026-05-04 09:00:00', 9, 'UTC') + toIntervalMinute(number) AS Timestamp,
  if(number % 2 = 0, 'checkout', 'cart') AS ServiceName, if(number % 4 = 0, 'Error', 'Ok') AS StatusCode,
  toUInt64(number + 1) * 1000000 AS Duration, concat('text ', char(27), '[31m', char(7), toString(number)) AS SpanName
  FROM numbers(60)`;

describe.runIf(ENGINE_INSTALLED)('penstock dashboard', () => {
  let server: TestServer;
  let engine: EnginePort;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    server = await openTestServer({ environment: withEngine() });
    environment = { PENSTOCK_DATA: server.dataFolder, PENSTOCK_URL: server.url };
    engine = remoteEngine({ url: 'http://engine', socketPath: engineFolderAt(server.dataFolder).socket });
    await engine.command({ sql: 'CREATE DATABASE IF NOT EXISTS default' });
    await engine.command({
      sql: `CREATE OR REPLACE TABLE default.otel_traces ENGINE = MergeTree ORDER BY Timestamp AS ${SPANS}`,
    });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });

  const dashboard = (...args: string[]) => runCommand(['dashboard', ...args], environment);
  /** The command in a terminal, which ends with Ctrl-C if it watches. */
  const inTerminal = (...args: string[]) => {
    const line = ['stty cols 80 rows 40; exec', `'${process.execPath}'`, `'${BIN}'`, 'dashboard', ...args];
    const child = spawn(SCRIPT, ['-qec', line.join(' '), '/dev/null'], {
      env: {
        PATH: process.env.PATH,
        SHELL: '/bin/sh',
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        ...environment,
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { output: () => output, interrupt: () => child.stdin.write('\u0003'), ended };
  };

  test('draws the tiles with their data, by id or by name', async () => {
    const run = await dashboard(CHECKOUT, ...RANGE, '--granularity', '10m');
    expect({ ...run, stdout: `\n${run.stdout}` }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "
      Checkout  2026-05-04 09:00:00 to 10:00:00 UTC

      - Failed checkouts -------------------- per 10m -  - Slowest checkouts -----------------------------
                                    min     max    last   _   _     _   _
      checkout  ###__###__###__  40.0 %  60.0 %  40.0 %  |_    |   | | |_
      cart      _______________   0.0 %   0.0 %   0.0 %   _|   | . |_|  _| ms

      - What to do ---------------------------------------------------------------------------------------
      ## When checkouts fail
      Look at the payment service first.
      ",
      }
    `);
    expect(await dashboard('Checkout', ...RANGE, '--granularity', '10m')).toEqual(run);
  });

  test('filters of the dashboard apply, on both surfaces', async () => {
    const filtered = [CHECKOUT, ...RANGE, '--filter', 'Service=cart', '--filter', 'filter-service=nothing'];
    const run = await dashboard(...filtered);
    expect(run.stdout).toContain('| Service: cart, nothing\n');
    expect(run.stdout).toMatch(/^cart \| min/m);
    expect(await dashboard(...filtered, '--surface', 'management')).toEqual(run);
    const { code, stderr } = await dashboard(CHECKOUT, '--filter', 'Region=eu');
    expect([code, stderr]).toEqual([1, 'The dashboard has no filter "Region". Its filters: Service\n']);
  });

  test('--json has the result of each tile, and the error of one does not stop the others', async () => {
    const body = {
      name: 'Two tiles',
      tiles: ['count()', 'nothing'].map((valueExpression, y) => ({
        name: `Tile \u009b${y}`,
        ...{ x: 0, y, w: 24, h: 1 },
        config: {
          displayType: 'number',
          sourceId: '018f6d2e-3a4b-7c5d-8e6f-708192a3b4c5',
          select: [y === 0 ? { aggFn: 'count' } : { aggFn: 'sum', valueExpression }],
        },
      })),
    };
    const { data } = (await server.v2({ path: '/dashboards', body })).body;
    const { code, stdout } = await dashboard(data.id, ...RANGE, '--json');
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(JSON.parse(stdout)).toMatchObject({
      id: data.id,
      startTime: '2026-05-04T09:00:00.000Z',
      endTime: '2026-05-04T10:00:00.000Z',
      tiles: [
        { name: 'Tile \u009b0', displayType: 'number', result: { rows: [{ count: 60 }] } },
        { error: { code: 'query_invalid', status: 400, detail: expect.stringContaining('nothing') } },
      ],
    });
    const drawn = await dashboard(data.id, ...RANGE);
    expect(drawn.code).toBe(1);
    expect(drawn.stdout).toContain('Tile \\x9b1');
    expect(drawn.stdout).toContain('is not a column of the source. Fix the tile.');
    await server.v2({ method: 'DELETE', path: `/dashboards/${data.id}` });
  });

  test('without an argument the dashboards are listed, and also if none has the id', async () => {
    const list = `Draw one of these with its id:

ID                                    TILES  NAME
${CHECKOUT}  3      Checkout
`;
    expect(await dashboard()).toEqual({ code: 0, stdout: list, stderr: '' });
    const json = await dashboard('--json');
    expect(JSON.parse(json.stdout)).toEqual([{ id: CHECKOUT, name: 'Checkout' }]);
    for (const text of ['nothing', '..', 'a b\u001b[31m'])
      expect(await dashboard(text)).toEqual({
        code: 1,
        stdout: '',
        stderr: `No dashboard has the id or the name ${JSON.stringify(text)}. ${list}`,
      });
  });

  test('a name that several dashboards have is rejected with their ids', async () => {
    const made = await Promise.all(
      [1, 2].map(() => server.v2({ path: '/dashboards', body: { name: 'Same', tiles: [] } })),
    );
    const { code, stderr } = await dashboard('Same');
    expect(code).toBe(1);
    expect(stderr).toContain('2 dashboards have the name "Same". Draw one of these with its id:');
    for (const { body } of made) {
      expect(stderr).toContain(body.data.id);
      await server.v2({ method: 'DELETE', path: `/dashboards/${body.data.id}` });
    }
  });

  test('a rejected credential is not repeated', async () => {
    const token = `${server.credentials.observability.token}x`;
    expect(await runCommand(['dashboard'], { ...environment, PENSTOCK_TOKEN: token })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${server.url} rejects the credential of PENSTOCK_TOKEN. Use one of this server: penstock tokens --help\n`,
    });
  });

  test.runIf(TERMINAL)('a terminal gets blocks and colours, and text of rows cannot control it', async () => {
    const body = {
      name: 'Rows',
      tiles: [
        {
          name: 'Spans',
          ...{ x: 0, y: 0, w: 24, h: 2 },
          config: {
            displayType: 'search',
            sourceId: '018f6d2e-3a4b-7c5d-8e6f-708192a3b4c5',
            select: [{ valueExpression: 'SpanName' }],
          },
        },
      ],
    };
    const { data } = (await server.v2({ path: '/dashboards', body })).body;
    const { ended, output } = inTerminal(data.id, ...RANGE);
    expect(await ended).toBe(0);
    expect(stripVTControlCharacters(output()).replaceAll('\r\n', '\n')).toContain(`
─ Spans ────────────────────────────────────────────────────────────────────────
SpanName
text \\x1b[31m\\x0759
text \\x1b[31m\\x0758
… 58 more rows
`);
    expect(output()).toContain('\u001b[1mRows\u001b[22m');
    expect(output()).not.toContain('\u001b[31m');
    expect(output()).not.toContain('\u0007');
    await server.v2({ method: 'DELETE', path: `/dashboards/${data.id}` });
  });

  test.runIf(TERMINAL)('--watch draws again in place, and Ctrl-C restores the terminal', async () => {
    const { ended, output, interrupt } = inTerminal('Checkout', ...RANGE, '--watch', '1');
    // A round draws once for each tile with data, and before them.
    await expect.poll(() => output().split('\u001b[H').length).toBeGreaterThan(8);
    interrupt();
    expect(await ended).toBe(0);
    expect(output().startsWith('\u001b[?1049h\u001b[?25l\u001b[H')).toBe(true);
    expect(output().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(output()).toContain('checkout');
  });
});

test('the credentials of the data folder are only sent to this machine', async () => {
  const folder = temporaryFolder();
  const run = await runCommand(['dashboard', '--url', 'https://api.example.com'], { PENSTOCK_DATA: folder });
  expect(run).toEqual({
    code: 1,
    stdout: '',
    stderr: `The credentials in ${folder}/credentials.json are only sent to this machine. Set PENSTOCK_TOKEN for api.example.com.\n`,
  });
});

test.each([
  [
    'http://api.example.com',
    /^Plain http is only used on this machine; .*https\. Pass it with --url or PENSTOCK_URL\.\n$/,
  ],
  [
    'https://me:hush-hush@127.0.0.1',
    /^The URL of the server must look like https:\/\/api\.example\.com, without credentials/,
  ],
  ['nonsense', /^The URL of the server must look like/],
])('the URL %s is rejected', async (url, sentence) => {
  const { code, stderr } = await runCommand(['dashboard', '--url', url], {
    PENSTOCK_DATA: temporaryFolder(),
    PENSTOCK_TOKEN: 'token',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('hush-hush');
});

test('without a server or credentials the remedy is named', async () => {
  const folder = temporaryFolder();
  expect((await runCommand(['dashboard'], { PENSTOCK_DATA: folder })).stderr).toBe(
    `${folder}/credentials.json has no credentials. Set PENSTOCK_DATA to the data folder of the server, or set PENSTOCK_TOKEN.\n`,
  );
  const url = `http://127.0.0.1:${await closedPort()}`;
  const run = await runCommand(['dashboard', '--url', url], {
    PENSTOCK_DATA: folder,
    PENSTOCK_TOKEN: 'token',
  });
  expect(run).toEqual({
    code: 1,
    stdout: '',
    stderr: `${url} does not respond. Start the server (penstock serve), or set another URL with --url.\n`,
  });
});

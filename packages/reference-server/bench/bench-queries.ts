import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { formatTable } from '@penstock/bench/format-table';
import { median } from '@penstock/bench/median';
import { print, progress } from '@penstock/bench/program';
import { measureDashboard } from './dashboard-load.ts';
import { measureEndedWork } from './ended-work.ts';
import { type QueryServer, startQueryServer } from './query-server.ts';
import { measureRequestOverheads } from './request-overhead.ts';
import { measureStreamedRows } from './streamed-rows.ts';
import { measureTileRatios } from './tile-ratios.ts';

const HELP = `Usage: pnpm bench:queries [--rows <n>] [--rounds <n>] [--only <part>]

Measures queries of logs in the embedded engine: statements of tiles against those that are written by hand, requests to the built
server against their statements, 20 tiles at once, the memory of the server while rows stream, and the end of the work of queries
that fail. Linux only. The first run makes the logs and keeps them in the cache of the user: a minute and 600 MB for the default.

  --rows <n>     number of rows, a day of logs; default 10000000
  --rounds <n>   number of turns for each median; default 5
  --only <part>  tiles, requests, dashboard, memory or ends
  --help         print this text
`;

const TURNS_PER_ROUND = 5;

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

type Row = readonly [what: string, measured: string, goal: string];

const PARTS: Readonly<Record<string, (server: QueryServer, rounds: number) => Promise<readonly Row[]>>> = {
  async tiles(server, rounds) {
    const ratios = await measureTileRatios(server, rounds);
    return ratios.map(({ name, compiledMs, byHandMs }) => [
      `${name}: CPU of the engine, compiled / by hand`,
      `${compiledMs.toFixed(0)} / ${byHandMs.toFixed(0)} ms: ${(compiledMs / byHandMs).toFixed(2)}`,
      '≤ 1.05',
    ]);
  },
  async requests(server, rounds) {
    const overheads = await measureRequestOverheads(server, rounds * TURNS_PER_ROUND);
    return overheads.map(({ name, requestMs, statementMs, overheadMs, cpuMs }) => [
      `${name}: request, statement, overhead (CPU of the server)`,
      `${requestMs.toFixed(1)}, ${statementMs.toFixed(1)}, ${overheadMs.toFixed(1)} ms (${cpuMs.toFixed(1)} ms)`,
      '≤ 5 ms',
    ]);
  },
  async dashboard(server, rounds) {
    const { tiles, requestsMs, statementsMs, requestsCpuMs, statementsCpuMs } = await measureDashboard(
      server,
      rounds,
    );
    return [
      [
        `${tiles} tiles at once: requests / statements`,
        `${requestsMs.toFixed(0)} / ${statementsMs.toFixed(0)} ms: ${(requestsMs / statementsMs).toFixed(2)}`,
        '≤ 1.3',
      ],
      [
        `${tiles} tiles at once: CPU of server and engine / of statements`,
        `${requestsCpuMs.toFixed(0)} / ${statementsCpuMs.toFixed(0)} ms: ${(requestsCpuMs / statementsCpuMs).toFixed(2)}`,
        '≤ 1.3',
      ],
    ];
  },
  async memory(server, rounds) {
    const [first, ...later] = await measureStreamedRows(server, rounds);
    return [
      [
        `2,000 rows, ${first?.megabytes.toFixed(0)} MB: memory of the server, first time, later`,
        `+ ${first?.mib.toFixed(0)} MiB, + ${median(later.map(({ mib }) => mib)).toFixed(0)} MiB`,
        '< 20 MiB',
      ],
    ];
  },
  async ends(server) {
    const results = await measureEndedWork(server);
    return results.map(({ name, outcome, share, restMs }) => [
      `${name}: response, engine before, until it rests`,
      `${outcome}, ${(share * 100).toFixed(0)} % of a core, ${(restMs / 1000).toFixed(1)} s`,
      'it rests',
    ]);
  },
};

if (options.help) print(HELP);
else await main(Number(options.rows), Number(options.rounds));

async function main(rows: number, rounds: number): Promise<void> {
  progress('Starting the server');
  const server = await startQueryServer(rows, progress);
  const table: Row[] = [];
  try {
    for (const [name, measure] of Object.entries(PARTS)) {
      if (options.only !== undefined && options.only !== name) continue;
      progress(`Measuring ${name}`);
      const failed = (error: Error): Row[] => [[name, `failed: ${error.message}`, '']];
      table.push(...(await measure(server, rounds).catch(failed)));
    }
  } finally {
    await server.close();
  }
  print(formatTable(['what', 'measured', 'goal'], table));
  print(`load average ${loadavg()[0]?.toFixed(1)}\n`);
}

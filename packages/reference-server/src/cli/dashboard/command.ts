import { Command, Option } from 'commander';
import { type Environment, readConfiguration } from '../../api/configuration.ts';
import { SURFACES } from '../../api/settings.ts';
import { print } from '../print.ts';
import { parsePast } from '../time-options.ts';
import { type ApiAccess, openApi, type Surface } from './api-access.ts';
import { problemOf } from './call-problem.ts';
import { printable } from './draw/printable.ts';
import { describeDashboards, findDashboard, listDashboards } from './find-dashboard.ts';
import { parseGranularity } from './granularity.ts';
import { openOutput } from './output.ts';
import { parseFilter, type QueryOptions, tileQueryOf } from './query-options.ts';
import { runRound, runRounds } from './rounds.ts';
import { parseSeconds } from './watch-seconds.ts';

const HELP = `
Without an argument, the dashboards are listed. The command reads the API of a running server like any other client:

  URL          --url, PENSTOCK_URL, or PENSTOCK_HOST and PENSTOCK_PORT
  credential   PENSTOCK_TOKEN; or PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET, PENSTOCK_ORGANIZATION_ID and PENSTOCK_SERVICE_ID; or the file
               credentials.json of PENSTOCK_DATA, which is only sent to this machine. The role reader is sufficient

A terminal with UTF-8 gets block characters, and colours unless NO_COLOR is set; other outputs get ASCII. COLUMNS is the width of an
output that is not a terminal. The exit code is 1 if a tile has no data because of an error; the other tiles are drawn.

Examples:
  penstock dashboard Checkout --since 1h --filter Service=checkout
  penstock dashboard 018f6d2f-8e10-7a44-b1c5-6d7e8f901234 --watch
  penstock dashboard Checkout --since 2026-05-04T09:00:00Z --until 2026-05-04T10:00:00Z --json`;

interface Options extends QueryOptions {
  readonly watch?: number | true;
  readonly json?: true;
  readonly url?: string;
  readonly surface?: Surface;
}

const DAY_AGO = '24h';
const WATCH_SECONDS = 10;

/** `penstock dashboard`: draws a dashboard in the terminal. */
export function dashboardCommand(environment: Environment): Command {
  return new Command('dashboard')
    .description('draw a dashboard in the terminal, with data of a running server')
    .argument('[id]', 'the id of the dashboard, or its name if no other dashboard has it')
    .addOption(
      new Option('--since <time>', 'the beginning of the range: 30m, 12h or 7d before now, or a timestamp')
        .argParser(parsePast)
        .default(parsePast(DAY_AGO), DAY_AGO),
    )
    .option('--until <time>', 'the end of the range, written in the same way (default: now)', parsePast)
    .option('--granularity <length>', 'the length of a bucket, such as 5m (default: auto)', parseGranularity)
    .addOption(
      new Option(
        '--filter <name=value>',
        'a filter of the dashboard and a value to keep; can be given several times',
      )
        .argParser(parseFilter)
        .default([], 'none'),
    )
    .option(
      '--watch [seconds]',
      `draw again in place, every ${WATCH_SECONDS} seconds unless given`,
      parseSeconds,
    )
    .option('--json', 'print the results of the tiles; with --watch, one line per round')
    .option('--url <url>', 'the URL of the server, without the version prefix')
    .addOption(new Option('--surface <name>', 'the API to use').choices(SURFACES))
    .addHelpText('after', HELP)
    .action((id: string | undefined, options: Options) => run(environment, id, options));
}

async function run(environment: Environment, id: string | undefined, options: Options): Promise<void> {
  const api = openApi(environment, readConfiguration(environment), options);
  try {
    if (id === undefined) await list(api, options);
    else await draw(environment, api, id, options);
  } catch (error) {
    throw new Error(printable(problemOf(error, api)));
  }
}

async function list(api: ApiAccess, { json }: Options): Promise<void> {
  const dashboards = await listDashboards(api);
  const summaries = dashboards.map(({ id, name }) => ({ id, name }));
  print(json, summaries, describeDashboards(dashboards));
}

async function draw(environment: Environment, api: ApiAccess, id: string, options: Options): Promise<void> {
  const dashboard = await findDashboard(api, id);
  const of = { api, queryOf: (found: typeof dashboard, now: number) => tileQueryOf(options, found, now) };
  // Before the screen opens.
  of.queryOf(dashboard, Date.now());
  const seconds = options.watch === true ? WATCH_SECONDS : options.watch;
  const output = openOutput(environment, { json: options.json === true, watched: seconds !== undefined });
  try {
    if (seconds !== undefined) return await runRounds(of, dashboard, seconds, output.stopped, output);
    const state = await runRound(of, dashboard, output.stopped, output.changed);
    if (!output.stopped.aborted) output.ended(state);
    if ([...state.responses.values()].some((response) => 'problem' in response)) process.exitCode = 1;
  } finally {
    output.close();
  }
}

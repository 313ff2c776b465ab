import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Query } from '@penstock/engine';
import { Command } from 'commander';
import { type Environment, readConfiguration } from '../api/configuration.ts';
import type { EngineSettings } from '../runtime/engine.ts';
import { connectEngine } from './connect-engine.ts';

const HELP = `
The statement is the argument, the content of --file, or stdin. An INSERT that ends with FORMAT reads its data from stdin:

  penstock sql "INSERT INTO clicks FORMAT JSONEachRow" < clicks.jsonl

Statements go to the engine of the running server through the socket engine.sock of the data folder, or to the ClickHouse server
of PENSTOCK_ENGINE. Names without a database are in the database penstock of the embedded engine. Other programs that speak the
HTTP protocol of ClickHouse can use the socket as well:

  curl --unix-socket .penstock/engine.sock 'http://engine/?query=SELECT%201'

The output is a table on a terminal, and TabSeparatedWithNames otherwise.`;

interface Options {
  readonly json?: true;
  readonly format?: string;
  readonly file?: string;
}

/** The time limit of a statement. */
const LONGEST_SECONDS = 3_600;

/** `penstock sql`: runs one statement in the engine of the running server. */
export function sqlCommand(environment: Environment): Command {
  return new Command('sql')
    .description('run an SQL statement in the engine of the running server')
    .argument('[statement]', 'the statement; without it and without --file it is read from stdin')
    .option('--json', 'print one JSON object per row')
    .option('--format <name>', 'print this format of ClickHouse, for example CSVWithNames')
    .option('--file <path>', 'read the statement from a file')
    .addHelpText('after', HELP)
    .action((statement: string | undefined, options: Options) =>
      run(readConfiguration(environment), statement, options),
    );
}

async function run(settings: EngineSettings, argument: string | undefined, options: Options): Promise<void> {
  const query = await readStatement(argument, options.file);
  const engine = await connectEngine(settings);
  try {
    const limits = { seconds: LONGEST_SECONDS };
    await print(engine.stream({ ...query, format: formatOf(options), settings: READABLE, limits }));
  } finally {
    await engine.close();
  }
}

/** ClickHouse escapes each slash in JSON by default. */
const READABLE = { output_format_json_escape_forward_slashes: 0 };

async function print(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const left = new AbortController();
  // The reader can leave before the end, as `head` does.
  const leave = () => left.abort();
  process.stdout.once('error', leave);
  try {
    for await (const chunk of chunks) {
      if (left.signal.aborted) return;
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain', { signal: left.signal });
    }
  } catch (error) {
    if (!left.signal.aborted && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    process.stdout.off('error', leave);
  }
}

/** An INSERT whose data follows. */
const WITH_DATA = /^\s*insert\b.*\b(?:format\s+\w+|values)\s*;?\s*$/is;

async function readStatement(
  argument: string | undefined,
  file: string | undefined,
): Promise<Pick<Query, 'sql' | 'data'>> {
  if (argument !== undefined && file !== undefined)
    throw new Error('The statement is given twice. Remove --file or the argument.');
  const given = argument ?? (file === undefined ? undefined : readFileSync(file, 'utf8'));
  const sql = given ?? (await text(process.stdin));
  if (sql.trim() === '') throw new Error('The statement is empty. See penstock sql --help');
  const takesStdin = given !== undefined && !process.stdin.isTTY && WITH_DATA.test(sql);
  return takesStdin ? { sql, data: process.stdin } : { sql };
}

function formatOf({ json, format }: Options): string {
  if (format !== undefined) return format;
  if (json === true) return 'JSONEachRow';
  return process.stdout.isTTY ? 'PrettyCompactMonoBlock' : 'TabSeparatedWithNames';
}

import { join, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { type SiteDevLog, startSiteDev } from '@penstock/site/dev';
import { contractSource } from './generate/contract-source.ts';
import { ContractError, formatDiagnostic } from './generate/diagnostics/diagnostics.ts';

const HELP = `Usage: pnpm site:dev [--port <number>] [--try-it <origin>]...

Serves the reference site and watches openapi/ and packages/site/assets. After each change it rebuilds the site in memory, without
the generated files, and reloads every open page. Errors appear in the page and in the terminal; the last valid page is kept.

  --port <number>    port on 127.0.0.1; default 4020, 0 selects a free port
  --try-it <origin>  another origin that Try-it can send requests to, such as http://127.0.0.1:4010 (\`pnpm mock\`)
  --root <folder>    the workspace to serve; default: this workspace
  --help             print this text
`;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') return fail(`${options}\n\n${HELP}`);
  if (options.help) return print(HELP);
  try {
    const log: SiteDevLog = {
      rebuilt: (milliseconds) => print(`${dim(`${milliseconds} ms`)}  built\n`),
      problems: (problems) =>
        problems.length === 0 ? print('No errors.\n') : fail(`${problems.join('\n')}\n`),
    };
    const { url, close } = await startSiteDev(
      options.root,
      await contractSource(options.root),
      options.port,
      log,
      options.tryIt,
    );
    print(`The site is at ${url}  Press Ctrl-C to stop.\n`);
    process.once('SIGINT', () => void close());
    return 0;
  } catch (error) {
    return fail(`${explanation(error, options.root)}\n`);
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4020' },
        'try-it': { type: 'string', multiple: true, default: [] },
        root: { type: 'string', default: join(import.meta.dirname, '..') },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535)
      return `--port must be a number up to 65535, not ${values.port}.`;
    return { help: values.help, port, tryIt: values['try-it'], root: resolve(values.root) };
  } catch (error) {
    return (error as Error).message;
  }
}

function explanation(error: unknown, workspace: string): string {
  if (error instanceof ContractError) {
    return error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, workspace)).join('\n');
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is already in use: select another one with --port.';
  return `\`pnpm site:dev\` failed: ${message}`;
}

function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(text);
  return 1;
}

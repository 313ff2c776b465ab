import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BundleError, checkBundles, isAsRecorded } from './consumers/check-bundles.ts';
import { formatReport, reportAsJson } from './consumers/format-report.ts';

const HELP = `Usage: pnpm check:consumers [--json] [--bundles <folder>]

Puts both bundles of the contract, flat and with oneOf, through other people's tools, and compiles what these generate. Succeeds if no
tool has an error or a warning about the flat form, and the tools that accept the oneOf form are the recorded ones.

  --json              print the results as JSON
  --bundles <folder>  where the bundles are; packages/contract/openapi by default
  --help              this text
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${HELP}`);
    return 1;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    const report = await checkBundles(options.bundles);
    process.stdout.write(options.json ? reportAsJson(report) : formatReport(report));
    return isAsRecorded(report) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        json: { type: 'boolean', default: false },
        bundles: { type: 'string', default: join(import.meta.dirname, '../packages/contract/openapi') },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, bundles: resolve(values.bundles) };
  } catch (error) {
    return (error as Error).message;
  }
}

import { styleText } from 'node:util';
import { Command } from 'commander';
import type { Environment } from '../../api/configuration.ts';
import { print } from '../print.ts';
import { examine } from './examination.ts';
import type { Finding } from './finding.ts';

const HELP = `
Checks the settings, the data folder, the port, the database and its tables, the clock, the keys and the engine. It
changes nothing. Run it as the user and with the settings of the server; the server may be running.
Exits with 0 if everything is fine, with 1 if there is a finding.`;

/** `penstock doctor`: checks whether a server can run here. */
export function doctorCommand(environment: Environment): Command {
  return new Command('doctor')
    .description('check whether a server can run here, and print how to fix what prevents it')
    .option('--json', 'for machines')
    .addHelpText('after', HELP)
    .action(({ json }: { json?: true }) => diagnose(environment, json === true));
}

async function diagnose(environment: Environment, json: boolean): Promise<void> {
  const findings = await examine(environment);
  const lines = findings.map((finding) => `${line(finding)}\n`);
  print(json, findings, lines.join(''));
  if (findings.some((finding) => !finding.ok)) process.exitCode = 1;
}

function line({ check, ok, found, todo }: Finding): string {
  const verdict = ok ? styleText('green', 'ok   ') : styleText('red', 'wrong');
  return `${verdict}  ${check.padEnd(13)}  ${found}${todo === undefined ? '' : `. ${todo}`}`;
}

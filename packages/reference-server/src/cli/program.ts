import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { apiCommand } from './api.ts';
import { backupCommand } from './backup.ts';
import { configCommand } from './config.ts';
import { doctorCommand } from './doctor/command.ts';
import { keysCommand } from './keys.ts';
import { organizationsCommand } from './organizations.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { servicesCommand } from './services.ts';
import { sqlCommand } from './sql.ts';
import { teamsCommand } from './teams.ts';
import { tokensCommand } from './tokens.ts';
import { workerCommand } from './worker.ts';

/** The command line; each command has its own file. */
export function createProgram(environment: Environment): Command {
  const program = new Command('penstock')
    .description('The reference server of the Penstock contract.')
    .version(version(), '--version', 'display the version')
    .addCommand(serveCommand(environment))
    .addCommand(apiCommand(environment))
    .addCommand(workerCommand(environment))
    .addCommand(sqlCommand(environment))
    .addCommand(configCommand(environment))
    .addCommand(doctorCommand(environment))
    .addCommand(backupCommand(environment))
    .addCommand(organizationsCommand(environment))
    .addCommand(servicesCommand(environment))
    .addCommand(keysCommand(environment))
    .addCommand(teamsCommand(environment))
    .addCommand(tokensCommand(environment))
    .addCommand(secretsCommand(environment));
  pointToHelp(program, program.name());
  return program;
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** Ends every usage error with a pointer to the help of the command. */
function pointToHelp(command: Command, line: string): void {
  command.showHelpAfterError(`See ${line} --help`);
  for (const part of command.commands) pointToHelp(part, `${line} ${part.name()}`);
}

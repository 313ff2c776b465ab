import { Command } from 'commander';
import type { Environment } from '../configuration.ts';
import { apiCommand } from './api.ts';
import { backupCommand } from './backup.ts';
import { configCommand } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { keysCommand } from './keys.ts';
import { organizationsCommand } from './organizations.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { servicesCommand } from './services.ts';
import { teamsCommand } from './teams.ts';
import { tokensCommand } from './tokens.ts';
import { workerCommand } from './worker.ts';

/** The command line: one file a command. Run without one it serves. */
export function createProgram(environment: Environment): Command {
  return new Command('penstock')
    .description('The reference server of the Penstock contract.')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError()
    .addCommand(serveCommand(environment), { isDefault: true })
    .addCommand(apiCommand(environment))
    .addCommand(workerCommand(environment))
    .addCommand(configCommand(environment))
    .addCommand(doctorCommand(environment))
    .addCommand(backupCommand(environment))
    .addCommand(organizationsCommand(environment))
    .addCommand(servicesCommand(environment))
    .addCommand(keysCommand(environment))
    .addCommand(teamsCommand(environment))
    .addCommand(tokensCommand(environment))
    .addCommand(secretsCommand(environment));
}

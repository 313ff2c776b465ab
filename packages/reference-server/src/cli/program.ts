import { Command } from 'commander';
import type { Environment } from '../configuration.ts';
import { configCommand } from './config.ts';
import { secretsCommand } from './secrets.ts';
import { serveCommand } from './serve.ts';

/** The command line: one file a command. Run without one it serves. */
export function createProgram(environment: Environment): Command {
  return new Command('penstock')
    .description('The reference server of the Penstock contract.')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError()
    .addCommand(serveCommand(environment), { isDefault: true })
    .addCommand(configCommand(environment))
    .addCommand(secretsCommand(environment));
}

import { Command } from 'commander';
import { describeSettings } from '../configuration.ts';
import { serve } from './serve.ts';

/** The command line: `penstock serve`. */
export function createProgram(environment: Readonly<Record<string, string | undefined>>): Command {
  const program = new Command('penstock')
    .description(
      'The reference server of the Penstock contract: both surfaces on one port, on an embedded database.',
    )
    .showHelpAfterError();
  program
    .command('serve', { isDefault: true })
    .description('serve both surfaces, the reference at /docs and the health checks (the default)')
    .addHelpText('after', `\nSettings, as environment variables:\n${describeSettings()}`)
    .action(() => serve(environment));
  return program;
}

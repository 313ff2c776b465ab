import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';

type CommandOf = (environment: Environment) => Command;

/** The commands, in the order of the help. Each has its own file, which is loaded when it is needed. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandOf>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  api: async () => (await import('./api.ts')).apiCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  sql: async () => (await import('./sql.ts')).sqlCommand,
  dashboard: async () => (await import('./dashboard/command.ts')).dashboardCommand,
  'sample-data': async () => (await import('./sample-data/command.ts')).sampleDataCommand,
  config: async () => (await import('./config.ts')).configCommand,
  doctor: async () => (await import('./doctor/command.ts')).doctorCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  organizations: async () => (await import('./organizations.ts')).organizationsCommand,
  services: async () => (await import('./services.ts')).servicesCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  teams: async () => (await import('./teams.ts')).teamsCommand,
  tokens: async () => (await import('./tokens.ts')).tokensCommand,
  secrets: async () => (await import('./secrets.ts')).secretsCommand,
};

/** The command line for these arguments. It has all commands, unless the first argument needs only one or none. */
export async function createProgram(args: readonly string[], environment: Environment): Promise<Command> {
  const program = new Command('penstock')
    .description('The reference server of the Penstock contract.')
    .version(version(), '--version', 'display the version');
  for (const load of needed(args[0])) program.addCommand((await load())(environment));
  prepare(program, program.name());
  return program;
}

function needed(argument: string | undefined): readonly (() => Promise<CommandOf>)[] {
  if (argument === '--version') return [];
  const named = Object.entries(COMMANDS).filter(([name]) => name === argument);
  return named.length === 0 ? Object.values(COMMANDS) : named.map(([, load]) => load);
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** Ends every usage error with a pointer to the help of the command, and throws it instead of ending the process. */
function prepare(command: Command, line: string): void {
  command.showHelpAfterError(`See ${line} --help`).exitOverride();
  for (const part of command.commands) prepare(part, `${line} ${part.name()}`);
}

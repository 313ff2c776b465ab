import { Command, Option } from 'commander';
import { type Administration, administration } from '../api/access/administration.ts';
import type { Credential, Credentials } from '../api/access/credentials.ts';
import type { Role } from '../api/access/principal.ts';
import type { Environment } from '../api/configuration.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import { parseDuration, parseFuture } from './time-options.ts';
import { withStorage } from './with-storage.ts';

/** What distinguishes the commands for API keys from those for tokens. */
interface CredentialKind<Reach extends object, Options> {
  readonly command: string;
  readonly about: string;
  /** Such as `API key`, and `an API key`. */
  readonly noun: string;
  readonly one: string;
  /** Printed after the help of `create`. */
  readonly examples: string;
  /** The options for the reach of a credential. As filters of a list they are optional. */
  options(mandatory: boolean): readonly Option[];
  reachOf(options: Options): Reach;
  filterOf(options: Partial<Options>): Partial<Reach>;
  credentials(administration: Administration): Credentials<Reach>;
  /** The values that a caller sends, by name. */
  secretsOf(credential: { readonly id: string; readonly secret: string }): Readonly<Record<string, string>>;
  /** The id in an argument. */
  idOf(argument: string): string;
  readonly columns: readonly { readonly heading: string; readonly cell: (reach: Reach) => string }[];
}

/** A kind of credential, with access to the database. */
interface Commands<Reach extends object, Options> extends CredentialKind<Reach, Options> {
  run<Result>(work: (credentials: Credentials<Reach>) => Promise<Result>): Promise<Result>;
}

interface ForMachines {
  readonly json?: true;
}

interface Lifetime {
  readonly expires?: Date;
}

/** `create`, `list`, `revoke` and `rotate` of one kind of credential. */
export function credentialCommand<Reach extends object, Options extends object>(
  environment: Environment,
  kind: CredentialKind<Reach, Options>,
): Command {
  const commands: Commands<Reach, Options> = {
    ...kind,
    run: (work) =>
      withStorage(environment, ({ db, keys }) =>
        work(kind.credentials(administration(db, keys.credentials))),
      ),
  };
  return new Command(kind.command)
    .description(kind.about)
    .addCommand(createCommand(commands))
    .addCommand(listCommand(commands))
    .addCommand(revokeCommand(commands))
    .addCommand(rotateCommand(commands));
}

function createCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  const role = new Option('--role <role>', 'readers may only send GET requests').choices(['admin', 'reader']);
  const command = new Command('create')
    .description(`create ${kind.one} and print its secret, once`)
    .addOption(role.makeOptionMandatory());
  for (const option of kind.options(true)) command.addOption(option);
  return command
    .option(
      '--expires <when>',
      'when it expires, such as 90d, 12h or 2027-01-31T00:00:00Z (default: never)',
      parseFuture,
    )
    .option('--json', 'for machines')
    .addHelpText('after', kind.examples)
    .action(async (options: Options & Lifetime & ForMachines & { role: Role }) => {
      const made = await kind.run((all) => all.create(kind.reachOf(options), options.role, options.expires));
      printCreated(kind, made, options.json);
    });
}

function listCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  const command = new Command('list').description(
    `list every ${kind.noun}, including expired ones, without secrets`,
  );
  for (const option of kind.options(false)) command.addOption(option);
  return command.option('--json', 'for machines').action(async (options: Partial<Options> & ForMachines) => {
    const all = await kind.run((credentials) => credentials.list(kind.filterOf(options)));
    print(options.json, all, all.length === 0 ? `No ${kind.noun} exists.\n` : tableOf(kind, all));
  });
}

function revokeCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  return new Command('revoke')
    .argument('<id>', `the id of the ${kind.noun}`)
    .description(`delete ${kind.one}; it stops working immediately`)
    .option('--json', 'for machines')
    .action(async (argument: string, { json }: ForMachines) => {
      const id = kind.idOf(argument);
      await kind.run((credentials) => credentials.revoke(id));
      print(json, { revoked: id }, `The ${kind.noun} ${id} is revoked.\n`);
    });
}

function rotateCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  return new Command('rotate')
    .argument('<id>', `the id of the ${kind.noun}`)
    .description('create a successor with the same permissions, and expire the old one')
    .option('--overlap <time>', 'time during which the old one still works, such as 24h', parseDuration, 0)
    .option(
      '--expires <when>',
      'when the successor expires (default: after the lifetime of the old one)',
      parseFuture,
    )
    .option('--json', 'for machines')
    .addHelpText('after', `\nWithout an overlap the old ${kind.noun} stops working immediately.`)
    .action(async (argument: string, options: Lifetime & ForMachines & { overlap: number }) => {
      const { overlap: overlapMs, expires, json } = options;
      const made = await kind.run((all) => all.rotate(kind.idOf(argument), overlapMs, expires));
      printCreated(kind, made, json);
    });
}

function printCreated<Reach extends object>(
  { noun, secretsOf }: Pick<CredentialKind<Reach, never>, 'noun' | 'secretsOf'>,
  made: Credential & Reach & { secret: string },
  json: true | undefined,
): void {
  const { secret: _secret, ...rest } = made;
  const secrets = secretsOf(made);
  const width = Math.max(...Object.keys(secrets).map((name) => name.length));
  const lines = Object.entries(secrets).map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`);
  const end = made.expiresAt === null ? 'never expires' : `expires at ${made.expiresAt}`;
  const text = `The ${noun} ${made.id} has the role ${made.role} and ${end}.\n\n${lines.join('')}\nSave it now: the secret is not stored and cannot be printed again.\n`;
  print(json, { ...rest, ...secrets }, text);
}

function tableOf<Reach extends object>(
  { columns }: Pick<CredentialKind<Reach, never>, 'columns'>,
  all: readonly (Credential & Reach)[],
): string {
  const rows = all.map((credential) => [
    credential.id,
    credential.role,
    ...columns.map(({ cell }) => cell(credential)),
    credential.expiresAt ?? 'never',
    credential.createdAt,
  ]);
  return table(['ID', 'ROLE', ...columns.map(({ heading }) => heading), 'EXPIRES', 'CREATED'], rows);
}

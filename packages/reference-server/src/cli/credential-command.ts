import { Command, Option } from 'commander';
import { type Administration, administration } from '../api/access/administration.ts';
import type { Credential, Credentials } from '../api/access/credentials.ts';
import type { Role } from '../api/access/principal.ts';
import type { Environment } from '../api/configuration.ts';
import { parseDuration, parseFuture } from './moment.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import { withStorage } from './with-storage.ts';

/** What differs between the commands of API keys and those of tokens. */
interface CredentialKind<Reach extends object, Options> {
  readonly command: string;
  readonly about: string;
  /** Such as `API key`, and `an API key`. */
  readonly noun: string;
  readonly one: string;
  /** Follows the help of `create`. */
  readonly examples: string;
  /** The options that say what a credential opens; to narrow a list none is mandatory. */
  options(mandatory: boolean): readonly Option[];
  reachOf(options: Options): Reach;
  filterOf(options: Partial<Options>): Partial<Reach>;
  credentials(administration: Administration): Credentials<Reach>;
  /** What a caller has to send, by its name. */
  secretsOf(credential: { readonly id: string; readonly secret: string }): Readonly<Record<string, string>>;
  /** The id that a person means. */
  idOf(argument: string): string;
  readonly columns: readonly { readonly heading: string; readonly cell: (reach: Reach) => string }[];
}

/** A kind of credential, and how a command gets at those of the database. */
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
  const role = new Option('--role <role>', 'a reader may only read').choices(['admin', 'reader']);
  const command = new Command('create')
    .description(`make ${kind.one} and show its secret, this once`)
    .addOption(role.makeOptionMandatory());
  for (const option of kind.options(true)) command.addOption(option);
  return command
    .option('--expires <when>', 'such as 90d, 12h or 2027-01-31T00:00:00Z (default: never)', parseFuture)
    .option('--json', 'for machines')
    .addHelpText('after', kind.examples)
    .action(async (options: Options & Lifetime & ForMachines & { role: Role }) => {
      const made = await kind.run((all) => all.create(kind.reachOf(options), options.role, options.expires));
      show(kind, made, options.json);
    });
}

function listCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  const command = new Command('list').description(
    `show every ${kind.noun}, expired ones too; never a secret`,
  );
  for (const option of kind.options(false)) command.addOption(option);
  return command.option('--json', 'for machines').action(async (options: Partial<Options> & ForMachines) => {
    const all = await kind.run((credentials) => credentials.list(kind.filterOf(options)));
    print(options.json, all, all.length === 0 ? `There is no ${kind.noun}.\n` : tableOf(kind, all));
  });
}

function revokeCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  return new Command('revoke')
    .argument('<id>', `which ${kind.noun}`)
    .description('end one at once and forget it')
    .option('--json', 'for machines')
    .action(async (argument: string, { json }: ForMachines) => {
      const id = kind.idOf(argument);
      await kind.run((credentials) => credentials.revoke(id));
      print(json, { revoked: id }, `The ${kind.noun} ${id} is revoked.\n`);
    });
}

function rotateCommand<Reach extends object, Options extends object>(kind: Commands<Reach, Options>) {
  return new Command('rotate')
    .argument('<id>', `which ${kind.noun}`)
    .description('make a successor that opens the same, and end the old one')
    .option('--overlap <time>', 'how long the old one goes on to work, such as 24h', parseDuration, 0)
    .option(
      '--expires <when>',
      'of the successor (default: it lives as long as the old one did)',
      parseFuture,
    )
    .option('--json', 'for machines')
    .addHelpText('after', `\nWithout an overlap the old ${kind.noun} ends at once.`)
    .action(async (argument: string, options: Lifetime & ForMachines & { overlap: number }) => {
      const { overlap: overlapMs, expires, json } = options;
      const made = await kind.run((all) => all.rotate(kind.idOf(argument), overlapMs, expires));
      show(kind, made, json);
    });
}

function show<Reach extends object>(
  { noun, secretsOf }: Pick<CredentialKind<Reach, never>, 'noun' | 'secretsOf'>,
  made: Credential & Reach & { secret: string },
  json: true | undefined,
): void {
  const { secret: _secret, ...rest } = made;
  const secrets = secretsOf(made);
  const width = Math.max(...Object.keys(secrets).map((name) => name.length));
  const lines = Object.entries(secrets).map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`);
  const end = made.expiresAt === null ? 'never expires' : `expires at ${made.expiresAt}`;
  const text = `The ${noun} ${made.id} has the role ${made.role} and ${end}.\n\n${lines.join('')}\nKeep it now: what is secret of it is not stored and cannot be shown again.\n`;
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

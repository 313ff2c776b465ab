import { Command, InvalidArgumentError, type Option } from 'commander';
import { type Administration, administration } from '../api/access/administration.ts';
import type { Environment } from '../api/configuration.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import { withStorage } from './with-storage.ts';

/** A tenant with a name and an id. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** What distinguishes the commands for organizations, services and teams. */
interface NamedKind<Item extends Named, Options> {
  readonly command: string;
  readonly about: string;
  /** Such as `organization`. */
  readonly noun: string;
  readonly createHelp: string;
  /** Options in addition to the name. As filters of a list they are optional. */
  options(mandatory: boolean): readonly Option[];
  /** Options of `create` only. */
  readonly createOptions: readonly Option[];
  create(administration: Administration, name: string, options: Options): Promise<Item>;
  list(administration: Administration, options: Partial<Options>): Promise<Item[]>;
  readonly columns: readonly { readonly heading: string; readonly cell: (item: Item) => string }[];
}

const LONGEST_NAME = 255;

/** `create` and `list` of organizations, services or teams. */
export function namedCommand<Item extends Named, Options extends object>(
  environment: Environment,
  kind: NamedKind<Item, Options>,
): Command {
  const run = <Result>(work: (on: Administration) => Promise<Result>) =>
    withStorage(environment, ({ db, keys }) => work(administration(db, keys.credentials)));

  const create = new Command('create')
    .description(`create one ${kind.noun} and print its id`)
    .requiredOption('--name <name>', 'the display name', parseName);
  for (const option of [...kind.options(true), ...kind.createOptions]) create.addOption(option);
  create
    .option('--json', 'for machines')
    .addHelpText('after', kind.createHelp)
    .action(async (options: Options & { name: string; json?: true }) => {
      const item = await run((on) => kind.create(on, options.name, options));
      print(options.json, item, `The ${kind.noun} ${item.name} has the id ${item.id}\n`);
    });

  const list = new Command('list').description(`list every ${kind.noun}`);
  for (const option of kind.options(false)) list.addOption(option);
  list.option('--json', 'for machines').action(async (options: Partial<Options> & { json?: true }) => {
    const items = await run((on) => kind.list(on, options));
    print(options.json, items, items.length === 0 ? `No ${kind.noun} exists.\n` : tableOf(kind, items));
  });

  return new Command(kind.command).description(kind.about).addCommand(create).addCommand(list);
}

function tableOf<Item extends Named>(
  { columns }: Pick<NamedKind<Item, never>, 'columns'>,
  items: readonly Item[],
): string {
  const rows = items.map((item) => [
    item.id,
    item.name,
    ...columns.map(({ cell }) => cell(item)),
    item.createdAt,
  ]);
  return table(['ID', 'NAME', ...columns.map(({ heading }) => heading), 'CREATED'], rows);
}

function parseName(text: string): string {
  const name = text.trim();
  // A line break or an escape sequence could forge the output of `list`.
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(`Write 1 to ${LONGEST_NAME} characters without control characters.`);
}

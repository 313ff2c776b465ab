import { type Command, Option } from 'commander';
import type { Tenant } from '../api/access/administration.ts';
import type { Environment } from '../api/configuration.ts';
import { namedCommand } from './named-command.ts';

interface TeamOptions {
  readonly service: readonly string[];
}

/** `penstock teams`: the tenants of `/api/v2`. */
export function teamsCommand(environment: Environment): Command {
  return namedCommand<Tenant, TeamOptions>(environment, {
    command: 'teams',
    about: 'teams, the tenants of /api/v2',
    noun: 'team',
    createHelp:
      '\nTo call /api/v2, create a token for the team:\n  penstock tokens create --team <id> --role admin',
    options: () => [],
    createOptions: [
      new Option(
        '--service <id>',
        'a service whose databases the sources of the team may name; repeat it for several',
      )
        .argParser((id: string, ids: readonly string[]) => [...ids, id.toLowerCase()])
        .default([], 'none'),
    ],
    create: (administration, name, { service }) => administration.createTeam(name, service),
    list: (administration) => administration.listTeams(),
    columns: [],
  });
}

import type { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { namedCommand } from './named-command.ts';

/** `penstock teams`: the tenants of `/api/v2`. */
export function teamsCommand(environment: Environment): Command {
  return namedCommand(environment, {
    command: 'teams',
    about: 'teams, the tenants of /api/v2',
    noun: 'team',
    createHelp:
      '\nTo call /api/v2, create a token for the team:\n  penstock tokens create --team <id> --role admin',
    options: () => [],
    create: (administration, name) => administration.createTeam(name),
    list: (administration) => administration.listTeams(),
    columns: [],
  });
}

import type { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { namedCommand } from './named-command.ts';

/** `penstock organizations`: the owners of services. */
export function organizationsCommand(environment: Environment): Command {
  return namedCommand(environment, {
    command: 'organizations',
    about: 'organizations, whose services are the tenants of /v1',
    noun: 'organization',
    createHelp: `
To call /v1 it needs a service and an API key:
  penstock services create --organization <id> --name <name>
  penstock keys create --organization <id> --role admin`,
    options: () => [],
    createOptions: [],
    create: (administration, name) => administration.createOrganization(name),
    list: (administration) => administration.listOrganizations(),
    columns: [],
  });
}

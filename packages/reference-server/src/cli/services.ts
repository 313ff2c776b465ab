import { type Command, Option } from 'commander';
import type { ServiceTenant } from '../api/access/administration.ts';
import type { Environment } from '../api/configuration.ts';
import { namedCommand } from './named-command.ts';

interface ServiceOptions {
  readonly organization: string;
}

/** `penstock services`: the tenants of `/v1`. */
export function servicesCommand(environment: Environment): Command {
  return namedCommand<ServiceTenant, ServiceOptions>(environment, {
    command: 'services',
    about: 'services of organizations, the tenants of /v1',
    noun: 'service',
    createHelp: '\nThe organizations: penstock organizations list',
    options: (mandatory) => [
      new Option('--organization <id>', 'the organization that owns the service').makeOptionMandatory(
        mandatory,
      ),
    ],
    create: (administration, name, { organization }) =>
      administration.createService(organization.toLowerCase(), name),
    list: (administration, { organization }) => administration.listServices(organization?.toLowerCase()),
    columns: [{ heading: 'ORGANIZATION', cell: ({ organizationId }) => organizationId }],
  });
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ServiceTenant } from '../api/access/administration.ts';
import type { Environment } from '../api/configuration.ts';
import { namedCommand } from './named-command.ts';

interface ServiceOptions {
  readonly organization: string;
  readonly databasePrefix?: string;
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
    createOptions: [
      new Option(
        '--database-prefix <prefix>',
        'precedes the names of its databases in the engine; cannot be changed (default: s_<first 8 characters of the id>__)',
      ).argParser(parsePrefix),
    ],
    create: (administration, name, { organization, databasePrefix }) =>
      administration.createService(organization.toLowerCase(), name, databasePrefix),
    list: (administration, { organization }) => administration.listServices(organization?.toLowerCase()),
    columns: [
      { heading: 'ORGANIZATION', cell: ({ organizationId }) => organizationId },
      { heading: 'DATABASE PREFIX', cell: ({ databasePrefix }) => databasePrefix || 'none' },
    ],
  });
}

const LONGEST_PREFIX = 64;

function parsePrefix(text: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(text) && text.length <= LONGEST_PREFIX) return text;
  throw new InvalidArgumentError(
    `Write 1 to ${LONGEST_PREFIX} lower-case letters, digits and underscores, beginning with a letter.`,
  );
}

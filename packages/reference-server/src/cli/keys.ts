import { type Command, Option } from 'commander';
import type { KeyReach } from '../api/access/administration.ts';
import type { Environment } from '../api/configuration.ts';
import { present } from '../stack/base/present.ts';
import { credentialCommand } from './credential-command.ts';

interface KeyOptions {
  readonly organization: string;
  readonly service?: string;
}

/** `penstock keys`: the API keys of `/v1`. */
export function keysCommand(environment: Environment): Command {
  return credentialCommand<KeyReach, KeyOptions>(environment, {
    command: 'keys',
    noun: 'API key',
    one: 'an API key',
    about: 'API keys of /v1: the id is the user and the secret the password of HTTP Basic',
    examples: `
Examples:
  penstock keys create --organization <id> --role admin
  penstock keys create --organization <id> --service <id> --role reader --expires 90d

The organizations: penstock organizations list`,
    options: (mandatory) => [
      new Option('--organization <id>', 'the organization of the key').makeOptionMandatory(mandatory),
      new Option(
        '--service <id>',
        'the only service that the key can access (default: all services of the organization)',
      ),
    ],
    reachOf: ({ organization, service }) => ({
      organizationId: organization.toLowerCase(),
      serviceId: service?.toLowerCase() ?? null,
    }),
    filterOf: ({ organization, service }) =>
      present({ organizationId: organization?.toLowerCase(), serviceId: service?.toLowerCase() }),
    credentials: ({ keys }) => keys,
    secretsOf: ({ id, secret }) => ({ keyId: id, keySecret: secret }),
    idOf: (argument) => argument.toLowerCase(),
    columns: [
      { heading: 'ORGANIZATION', cell: ({ organizationId }) => organizationId },
      { heading: 'SERVICE', cell: ({ serviceId }) => serviceId ?? 'all' },
    ],
  });
}

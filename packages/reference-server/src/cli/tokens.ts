import { type Command, Option } from 'commander';
import type { TokenReach } from '../api/access/administration.ts';
import { formatToken, parseToken } from '../api/access/token.ts';
import type { Environment } from '../api/configuration.ts';
import { present } from '../stack/base/present.ts';
import { credentialCommand } from './credential-command.ts';

interface TokenOptions {
  readonly team: string;
}

/** `penstock tokens`: the bearer tokens of `/api/v2`. */
export function tokensCommand(environment: Environment): Command {
  return credentialCommand<TokenReach, TokenOptions>(environment, {
    command: 'tokens',
    noun: 'token',
    one: 'a token',
    about: 'bearer tokens of /api/v2',
    examples: `
Examples:
  penstock tokens create --team <id> --role admin
  penstock tokens create --team <id> --role reader --expires 90d --json

The teams: penstock teams list`,
    options: (mandatory) => [
      new Option('--team <id>', 'the team of the token').makeOptionMandatory(mandatory),
    ],
    reachOf: ({ team }) => ({ teamId: team.toLowerCase() }),
    filterOf: ({ team }) => present({ teamId: team?.toLowerCase() }),
    credentials: ({ tokens }) => tokens,
    secretsOf: ({ id, secret }) => ({ token: formatToken(id, secret) }),
    // A person who finds a leaked token has only the token to revoke it with.
    idOf: (argument) => parseToken(argument)?.id ?? argument.toLowerCase(),
    columns: [{ heading: 'TEAM', cell: ({ teamId }) => teamId }],
  });
}

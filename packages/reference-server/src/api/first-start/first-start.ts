import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { StackRepositories } from '../../stack/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { alone } from '../../storage/transaction.ts';
import { administration } from '../access/administration.ts';
import { formatToken } from '../access/token.ts';
import { writeCredentials } from './credentials-file.ts';
import { insertSampleStack } from './sample-stack.ts';

/**
 * Creates an organization with a service, a team, and a random credential for each surface, if the database has none.
 *
 * The credentials file is written before the transaction commits: a crash in between leaves a file that the next start
 * replaces, never a database with unknown credentials.
 */
export async function firstStart(
  db: Kysely<Schema>,
  hashKey: KeyObject,
  credentialsFile: string,
  stackOn: (db: Database) => StackRepositories,
): Promise<'first' | 'later'> {
  return alone(db, async (transaction) => {
    const access = administration(transaction, hashKey);
    if ((await access.listOrganizations()).length > 0) return 'later';
    const organization = await access.createOrganization('First organization');
    const service = await access.createService(organization.id, 'First service', '');
    const team = await access.createTeam('First team', [service.id]);
    for (const tenant of [service, team])
      await insertSampleStack(stackOn(transaction), tenant.id, tenant.createdAt);

    const reach = { organizationId: organization.id, serviceId: null };
    const key = await access.keys.create(reach, 'admin');
    const token = await access.tokens.create({ teamId: team.id }, 'admin');
    writeCredentials(credentialsFile, {
      management: {
        organizationId: organization.id,
        serviceId: service.id,
        keyId: key.id,
        keySecret: key.secret,
      },
      observability: { team: team.id, token: formatToken(token.id, token.secret) },
    });
    return 'first';
  });
}

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { accessRepository } from '../access/repository.ts';
import { accessService } from '../access/service.ts';
import type { StackRepositories } from '../stack/repositories.ts';
import type { Database } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { writeCredentials } from './credentials-file.ts';
import { insertSampleStack } from './sample-stack.ts';

/**
 * Makes an organization with a service, a team and a credential for each surface, at random, if the database has none.
 *
 * The credentials file is written before the transaction ends: a crash in between leaves a file that the next start
 * replaces, never a database whose credentials nobody knows.
 */
export async function firstStart(
  db: Kysely<Schema>,
  hashKey: Buffer,
  credentialsFile: string,
  stackOn: (db: Database) => StackRepositories,
): Promise<'first' | 'later'> {
  return db.transaction().execute(async (transaction) => {
    const repository = accessRepository(transaction);
    if (await repository.hasOrganization()) return 'later';
    const now = new Date().toISOString();
    const [organizationId, serviceId, team] = [randomUUID(), randomUUID(), randomUUID()];
    await repository.insertOrganization({ id: organizationId, name: 'First organization', created_at: now });
    await repository.insertService({
      id: serviceId,
      organization_id: organizationId,
      name: 'First service',
      created_at: now,
    });
    await repository.insertTeam({ id: team, name: 'First team', created_at: now });
    for (const tenantId of [serviceId, team]) await insertSampleStack(stackOn(transaction), tenantId, now);

    const access = accessService(repository, hashKey);
    const key = await access.createApiKey(organizationId, 'admin');
    const { token } = await access.createToken(team, 'admin');
    writeCredentials(credentialsFile, {
      management: { organizationId, serviceId, keyId: key.id, keySecret: key.secret },
      observability: { team, token },
    });
    return 'first';
  });
}

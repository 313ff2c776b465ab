import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables of the first release. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    await named(db, 'organizations').execute();
    await named(db, 'services')
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .execute();
    await named(db, 'teams').execute();
    await credential(db, 'api_keys')
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('service_id', 'text', (column) => column.references('services.id'))
      .execute();
    await credential(db, 'tokens')
      .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
      .execute();
    await createPipes(db);
    await createStack(db);
    await createIdempotencyRecords(db);
    await db.schema
      .createTable('secret_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('root', 'blob', (column) => column.notNull())
      .execute();
  },
};

function named(db: Kysely<unknown>, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull());
}

function credential(db: Kysely<unknown>, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'blob', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull());
}

async function createPipes(db: Kysely<unknown>) {
  await db.schema
    .createTable('pipes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('working', 'integer', (column) => column.notNull())
    .addColumn('initialized', 'integer', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('secrets', 'blob')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pipes_by_service').on('pipes').columns(['service_id', 'id']).execute();
  await db.schema.createIndex('pipes_by_state').on('pipes').columns(['service_id', 'state', 'id']).execute();
  await db.schema.createIndex('pipes_by_name').on('pipes').columns(['service_id', 'name', 'id']).execute();
  await sql`create index pipes_at_work on pipes (id) where working = 1`.execute(db);
}

async function createStack(db: Kysely<unknown>) {
  await stackResource(db, 'dashboards').execute();
  await stackResource(db, 'sources').execute();
  await stackResource(db, 'webhooks')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secrets', 'blob', (column) => column.notNull())
    .addUniqueConstraint('webhooks_by_name', ['tenant_id', 'name'])
    .execute();
  await stackResource(db, 'saved_searches')
    .addColumn('source_id', 'text', (column) => column.notNull())
    .execute();
  await stackResource(db, 'alerts')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('dashboard_id', 'text')
    .addColumn('tile_id', 'text')
    .addColumn('saved_search_id', 'text')
    .addColumn('webhook_id', 'text')
    .execute();
  await lookUp(db, 'saved_searches', 'source_id');
  for (const column of ['state', 'dashboard_id', 'saved_search_id', 'webhook_id'])
    await lookUp(db, 'alerts', column);
}

function stackResource(db: Kysely<unknown>, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['tenant_id', 'id']);
}

async function lookUp(db: Kysely<unknown>, table: string, column: string) {
  const index = db.schema.createIndex(`${table}_by_${column}`).on(table);
  await index.columns(['tenant_id', column, 'id']).execute();
}

async function createIdempotencyRecords(db: Kysely<unknown>) {
  await db.schema
    .createTable('idempotency_records')
    .addColumn('credential_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'blob', (column) => column.notNull())
    .addColumn('answer', 'blob', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_records_key', ['credential_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_records_by_age')
    .on('idempotency_records')
    .column('created_at')
    .execute();
}

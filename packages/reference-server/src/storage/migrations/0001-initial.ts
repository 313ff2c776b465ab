import { type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../dialects.ts';
import { createAlertWork } from './alert-tables.ts';
import { bytes, type Tables, text } from './column-types.ts';

/** The tables of the first release. */
export const initial: Migration = {
  async up(db: Tables) {
    await createTenants(db);
    await createPipes(db);
    await createStack(db);
    await createAlertWork(db);
    await createDeliveries(db);
    await createIdempotencyRecords(db);
    await createOutbox(db);
    if (isPostgres(db)) await createRateLimits(db);
    await db.schema
      .createTable('secret_keys')
      .addColumn('id', text(db), (column) => column.primaryKey())
      .addColumn('root', bytes(db), (column) => column.notNull())
      .execute();
  },
};

async function createTenants(db: Tables) {
  await named(db, 'organizations').execute();
  await named(db, 'services')
    .addColumn('organization_id', text(db), (column) => column.notNull().references('organizations.id'))
    .addColumn('database_prefix', text(db), (column) => column.notNull().unique())
    .execute();
  await named(db, 'teams').execute();
  await db.schema
    .createTable('team_services')
    .addColumn('team_id', text(db), (column) => column.notNull().references('teams.id'))
    .addColumn('service_id', text(db), (column) => column.notNull().references('services.id'))
    .addPrimaryKeyConstraint('team_services_key', ['team_id', 'service_id'])
    .execute();
  await credential(db, 'api_keys')
    .addColumn('organization_id', text(db), (column) => column.notNull().references('organizations.id'))
    .addColumn('service_id', text(db), (column) => column.references('services.id'))
    .execute();
  await credential(db, 'tokens')
    .addColumn('team_id', text(db), (column) => column.notNull().references('teams.id'))
    .execute();
}

/** As rate-limiter-flexible has it, but unlogged: a crash may forget who has asked how often in the last seconds. */
async function createRateLimits(db: Tables) {
  await sql`create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(
    db,
  );
}

function named(db: Tables, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('name', text(db), (column) => column.notNull())
    .addColumn('created_at', text(db), (column) => column.notNull());
}

function credential(db: Tables, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('role', text(db), (column) => column.notNull())
    .addColumn('secret_hash', bytes(db), (column) => column.notNull())
    .addColumn('expires_at', text(db))
    .addColumn('created_at', text(db), (column) => column.notNull());
}

async function createPipes(db: Tables) {
  await db.schema
    .createTable('pipes')
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('service_id', text(db), (column) => column.notNull().references('services.id'))
    .addColumn('name', text(db), (column) => column.notNull())
    .addColumn('state', text(db), (column) => column.notNull())
    .addColumn('desired_state', text(db), (column) => column.notNull())
    .addColumn('observed_state', text(db))
    .addColumn('initialized', 'integer', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('failure', text(db))
    .addColumn('delivery_guarantee', text(db))
    .addColumn('definition', text(db), (column) => column.notNull())
    .addColumn('secrets', bytes(db))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', text(db), (column) => column.notNull())
    .addColumn('updated_at', text(db), (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pipes_by_service').on('pipes').columns(['service_id', 'id']).execute();
  await db.schema.createIndex('pipes_by_state').on('pipes').columns(['service_id', 'state', 'id']).execute();
  await db.schema.createIndex('pipes_by_name').on('pipes').columns(['service_id', 'name', 'id']).execute();
  await db.schema
    .createTable('pipe_work')
    .addColumn('pipe_id', text(db), (column) => column.notNull().references('pipes.id').onDelete('cascade'))
    .addColumn('reader', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('owner', text(db))
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('examine_at', 'bigint')
    .addPrimaryKeyConstraint('pipe_work_key', ['pipe_id', 'reader'])
    .execute();
  await sql`create index pipe_work_due on pipe_work (due_at) where due_at is not null`.execute(db);
  await sql`create index pipe_work_owned on pipe_work (owner) where owner is not null`.execute(db);
  await db.schema
    .createTable('workers')
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .execute();
  await createProgress(db);
}

async function createProgress(db: Tables) {
  await moved(db, 'pipe_progress')
    .addColumn('reader', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('readers', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('position', text(db))
    .addColumn('pending', text(db))
    .addColumn('lag_seconds', 'double precision')
    .addColumn('lag_by_part', text(db))
    .addColumn('retained_log_bytes', 'bigint')
    .addPrimaryKeyConstraint('pipe_progress_key', ['pipe_id', 'reader'])
    .execute();
  await moved(db, 'pipe_minutes')
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pipe_minutes_key', ['pipe_id', 'minute'])
    .execute();
  await db.schema.createIndex('pipe_minutes_by_minute').on('pipe_minutes').column('minute').execute();
}

/** A table of what a pipe moved. */
function moved(db: Tables, table: string) {
  const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  return db.schema
    .createTable(table)
    .addColumn('pipe_id', text(db), (column) => column.notNull().references('pipes.id').onDelete('cascade'))
    .addColumn('rows', 'bigint', count)
    .addColumn('bytes', 'bigint', count)
    .addColumn('batches', 'bigint', count)
    .addColumn('errors', 'bigint', count);
}

async function createStack(db: Tables) {
  await stackResource(db, 'dashboards')
    .addColumn('name', text(db), (column) => column.notNull())
    .execute();
  await stackResource(db, 'sources')
    .addColumn('kind', text(db), (column) => column.notNull())
    .addColumn('trace_source_id', text(db))
    .execute();
  await stackResource(db, 'webhooks')
    .addColumn('name', text(db), (column) => column.notNull())
    .addColumn('secrets', bytes(db), (column) => column.notNull())
    .addUniqueConstraint('webhooks_by_name', ['tenant_id', 'name'])
    .execute();
  await stackResource(db, 'saved_searches')
    .addColumn('name', text(db), (column) => column.notNull())
    .addColumn('source_id', text(db), (column) => column.notNull())
    .execute();
  await stackResource(db, 'alerts')
    .addColumn('state', text(db), (column) => column.notNull())
    .addColumn('dashboard_id', text(db))
    .addColumn('tile_id', text(db))
    .addColumn('saved_search_id', text(db))
    .addColumn('webhook_id', text(db))
    .execute();
  await lookUp(db, 'dashboards', 'name');
  for (const column of ['kind', 'trace_source_id']) await lookUp(db, 'sources', column);
  for (const column of ['name', 'source_id']) await lookUp(db, 'saved_searches', column);
  for (const column of ['state', 'dashboard_id', 'saved_search_id', 'webhook_id'])
    await lookUp(db, 'alerts', column);
  await createDashboardSources(db);
  await createTags(db, 'dashboard_tags', 'dashboards');
  await createTags(db, 'saved_search_tags', 'saved_searches');
}

async function createDashboardSources(db: Tables) {
  const key = ['tenant_id', 'dashboard_id', 'source_id'] as const;
  await db.schema
    .createTable('dashboard_sources')
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('dashboard_id', text(db), (column) => column.notNull())
    .addColumn('source_id', text(db), (column) => column.notNull())
    .addColumn('tiles', 'integer', (column) => column.notNull())
    .addColumn('filters', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('dashboard_sources_key', [...key])
    .addForeignKeyConstraint(
      'dashboard_sources_dashboard',
      ['tenant_id', 'dashboard_id'],
      'dashboards',
      ['tenant_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('dashboard_sources_by_source')
    .on('dashboard_sources')
    .columns(['tenant_id', 'source_id'])
    .execute();
}

async function createTags(db: Tables, table: string, resources: string) {
  await db.schema
    .createTable(table)
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('resource_id', text(db), (column) => column.notNull())
    .addColumn('tag', text(db), (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['tenant_id', 'resource_id', 'tag'])
    .addForeignKeyConstraint(
      `${table}_resource`,
      ['tenant_id', 'resource_id'],
      resources,
      ['tenant_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex(`${table}_by_tag`)
    .on(table)
    .columns(['tenant_id', 'tag', 'resource_id'])
    .execute();
}

function stackResource(db: Tables, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('id', text(db), (column) => column.notNull())
    .addColumn('document', text(db), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', text(db), (column) => column.notNull())
    .addColumn('updated_at', text(db), (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['tenant_id', 'id']);
}

async function lookUp(db: Tables, table: string, column: string) {
  const index = db.schema.createIndex(`${table}_by_${column}`).on(table);
  await index.columns(['tenant_id', column, 'id']).execute();
}

async function createDeliveries(db: Tables) {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('webhook_id', text(db), (column) => column.notNull())
    .addColumn('event_id', text(db), (column) => column.notNull())
    .addColumn('type', text(db), (column) => column.notNull())
    .addColumn('alert_id', text(db))
    .addColumn('message', text(db), (column) => column.notNull())
    .addColumn('state', text(db), (column) => column.notNull())
    .addColumn('attempts', text(db), (column) => column.notNull())
    .addColumn('tried', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('host', text(db), (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('owner', text(db))
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', text(db), (column) => column.notNull())
    .addForeignKeyConstraint(
      'deliveries_webhook',
      ['tenant_id', 'webhook_id'],
      'webhooks',
      ['tenant_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  const index = (name: string) => db.schema.createIndex(`deliveries_by_${name}`).on('deliveries');
  await index('webhook').columns(['tenant_id', 'webhook_id', 'id']).execute();
  await index('state').columns(['tenant_id', 'webhook_id', 'state', 'id']).execute();
  await index('age').column('created_at').execute();
  await sql`create index deliveries_due on deliveries (due_at, host, webhook_id) where due_at is not null`.execute(
    db,
  );
}

async function createIdempotencyRecords(db: Tables) {
  await db.schema
    .createTable('idempotency_records')
    .addColumn('credential_id', text(db), (column) => column.notNull())
    .addColumn('key', text(db), (column) => column.notNull())
    .addColumn('request_hash', bytes(db), (column) => column.notNull())
    .addColumn('answer', bytes(db), (column) => column.notNull())
    .addColumn('created_at', text(db), (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_records_key', ['credential_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_records_by_age')
    .on('idempotency_records')
    .column('created_at')
    .execute();
}

async function createOutbox(db: Tables) {
  await db.schema
    .createTable('outbox')
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('kind', text(db), (column) => column.notNull())
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('subject', text(db), (column) => column.notNull())
    .addColumn('payload', text(db), (column) => column.notNull())
    .addColumn('created_at', text(db), (column) => column.notNull())
    .execute();
}

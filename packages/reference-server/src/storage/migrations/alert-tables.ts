import { sql } from 'kysely';
import { type Tables, text } from './column-types.ts';

/** The tables of the evaluation of alerts. */
export async function createAlertWork(db: Tables): Promise<void> {
  await ofAlert(db, 'alert_work')
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('batch', text(db), (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('alone', 'integer', (column) => column.notNull())
    .addColumn('owner', text(db))
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .addColumn('progress', text(db), (column) => column.notNull())
    .addColumn('evaluated_at', text(db))
    .addColumn('value', 'double precision')
    .addColumn('error', text(db))
    .addPrimaryKeyConstraint('alert_work_key', ['tenant_id', 'alert_id'])
    .execute();
  await sql`create index alert_work_due on alert_work (due_at, batch)`.execute(db);
  await sql`create index alert_work_owned on alert_work (owner) where owner is not null`.execute(db);
  await ofAlert(db, 'alert_history')
    .addColumn('id', text(db), (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('window_end', 'bigint', (column) => column.notNull())
    .addColumn('evaluated_at', text(db), (column) => column.notNull())
    .addColumn('group_key', text(db))
    .addColumn('group_columns', text(db))
    .addColumn('state', text(db), (column) => column.notNull())
    .addColumn('value', 'double precision')
    .addColumn('empty', 'integer', (column) => column.notNull())
    .addColumn('notified', 'integer', (column) => column.notNull())
    .addColumn('error', text(db))
    .execute();
  await db.schema
    .createIndex('alert_history_by_window')
    .on('alert_history')
    .columns(['tenant_id', 'alert_id', 'window_start', 'id'])
    .execute();
}

/** A table whose rows belong to an alert. */
function ofAlert(db: Tables, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('tenant_id', text(db), (column) => column.notNull())
    .addColumn('alert_id', text(db), (column) => column.notNull())
    .addForeignKeyConstraint(
      `${table}_alert`,
      ['tenant_id', 'alert_id'],
      'alerts',
      ['tenant_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    );
}

import type { AlertHistoryEntry, Readable } from '@penstock/contract';
import { type Selectable, sql } from 'kysely';
import type { AlertHistoryTable } from '../../storage/alert-tables.ts';
import { columnText, fromColumnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { type Cursors, listName, type Page, type PageRequest, readPage, viewedPage } from '../base/page.ts';
import type { AlertService } from './service.ts';

type Entry = Readable<AlertHistoryEntry>;

/** The evaluations that a request selects (D-79). */
export interface HistoryFilter {
  readonly state?: string;
  readonly groupKey?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The evaluations of alerts, the newest window first. */
export interface AlertHistory {
  list(tenantId: string, alertId: string, query: PageRequest & HistoryFilter): Promise<Page<Entry>>;
}

export function alertHistory(
  db: Database,
  cursors: Cursors,
  alerts: Pick<AlertService, 'get'>,
): AlertHistory {
  return {
    async list(tenantId, alertId, { limit, cursor, ...filter }) {
      await alerts.get(tenantId, alertId);
      const page = await readPage(
        cursors,
        listName('alert-history', tenantId, { alertId, ...filter }),
        { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
        {
          async sizes(count, after) {
            const rows = await rowsOf(db, tenantId, alertId, filter, count, after)
              .select(['window_start', 'id', BYTES])
              .execute();
            return rows.map((row) => ({ id: positionOf(row), bytes: row.bytes }));
          },
          async read(count, after) {
            const rows = await rowsOf(db, tenantId, alertId, filter, count, after).selectAll().execute();
            return rows.map((row) => ({ id: positionOf(row), row }));
          },
        },
      );
      return viewedPage(page, ({ row }) => entryOf(row));
    },
  };
}

type Row = Selectable<AlertHistoryTable>;

/** The position of a row in the list: windows are retried, so their order is not that of the ids. */
function positionOf({ window_start, id }: Pick<Row, 'window_start' | 'id'>): string {
  return `${window_start} ${id}`;
}

/** The group is both a key and columns. */
const BYTES = sql<number>`2 * coalesce(octet_length(group_columns), 0) + coalesce(octet_length(error), 0)`.as(
  'bytes',
);

function rowsOf(
  db: Database,
  tenantId: string,
  alertId: string,
  { state, groupKey, since, until }: HistoryFilter,
  limit: number,
  after: string | undefined,
) {
  const [start = '', id = ''] = after?.split(' ') ?? [];
  return db
    .selectFrom('alert_history')
    .where('tenant_id', '=', tenantId)
    .where('alert_id', '=', alertId)
    .$if(state !== undefined, (rows) => rows.where('state', '=', columnText(state ?? '')))
    .$if(groupKey !== undefined, (rows) => rows.where('group_key', '=', columnText(groupKey ?? '')))
    .$if(since !== undefined, (rows) => rows.where('window_start', '>=', Date.parse(since ?? '')))
    .$if(until !== undefined, (rows) => rows.where('window_start', '<', Date.parse(until ?? '')))
    .$if(after !== undefined, (rows) =>
      rows.where((row) => row(row.refTuple('window_start', 'id'), '<', row.tuple(Number(start), id))),
    )
    .orderBy('window_start', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

function entryOf(row: Row): Entry {
  const { group_key: key, group_columns: columns, value, error } = row;
  return {
    windowStart: new Date(row.window_start).toISOString(),
    windowEnd: new Date(row.window_end).toISOString(),
    evaluatedAt: row.evaluated_at,
    ...(key !== null && { groupKey: fromColumnText(key) }),
    ...(columns !== null && { group: JSON.parse(columns) as Record<string, string> }),
    state: row.state,
    ...(value !== null && { value }),
    empty: row.empty === 1,
    notified: row.notified === 1,
    ...(error !== null && { error }),
  };
}

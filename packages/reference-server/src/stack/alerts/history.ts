import type { AlertHistoryEntry, Readable } from '@penstock/contract';
import type { Selectable } from 'kysely';
import type { AlertHistoryTable } from '../../storage/alert-tables.ts';
import { columnText, fromColumnText } from '../../storage/column-text.ts';
import type { Database } from '../../storage/database.ts';
import { type Cursors, listName, type Page, type PageRequest, readPage } from '../base/page.ts';
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
        async (count, after) => (await readRows(db, tenantId, alertId, filter, count, after)).map(positioned),
      );
      return { ...page, items: page.items.map(({ row }) => entryOf(row)) };
    },
  };
}

type Row = Selectable<AlertHistoryTable>;

/** The position of a row in the list: windows are retried, so their order is not that of the ids. */
function positioned(row: Row): { readonly id: string; readonly row: Row } {
  return { id: `${row.window_start} ${row.id}`, row };
}

async function readRows(
  db: Database,
  tenantId: string,
  alertId: string,
  { state, groupKey, since, until }: HistoryFilter,
  limit: number,
  after: string | undefined,
): Promise<Row[]> {
  const [start = '', id = ''] = after?.split(' ') ?? [];
  return db
    .selectFrom('alert_history')
    .selectAll()
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
    .limit(limit)
    .execute();
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

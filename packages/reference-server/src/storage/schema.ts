import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { AlertHistoryTable, AlertWorkTable } from './alert-tables.ts';

/** The tables after the newest migration. Timestamps are RFC 3339 strings, documents are JSON text. */
export interface Schema {
  organizations: NamedTable;
  services: ServiceTable;
  teams: NamedTable;
  team_services: TeamServiceTable;
  /** A key opens one service of the organization, or all if none is named. */
  api_keys: CredentialTable & { organization_id: string; service_id: string | null };
  tokens: CredentialTable & { team_id: string };
  pipes: PipeTable;
  pipe_work: PipeWorkTable;
  workers: WorkerTable;
  pipe_progress: PipeProgressTable;
  pipe_minutes: PipeMinuteTable;
  dashboards: NamedDocumentTable;
  dashboard_tags: TagTable;
  dashboard_sources: DashboardSourceTable;
  alerts: AlertTable;
  alert_work: AlertWorkTable;
  alert_history: AlertHistoryTable;
  sources: SourceTable;
  webhooks: WebhookTable;
  saved_searches: SavedSearchTable;
  saved_search_tags: TagTable;
  deliveries: DeliveryTable;
  idempotency_records: IdempotencyTable;
  secret_keys: SecretKeyTable;
  outbox: OutboxTable;
}

interface NamedTable {
  id: string;
  name: string;
  created_at: string;
}

interface ServiceTable extends NamedTable {
  organization_id: string;
  /** Precedes the names of its databases in the engine, which all services share. Fixed at creation. */
  database_prefix: string;
}

/** The services whose databases the sources of a team may name. */
interface TeamServiceTable {
  team_id: string;
  service_id: string;
}

export interface CredentialTable {
  id: string;
  role: 'admin' | 'reader';
  /** HMAC-SHA256 of the secret under a key of this database; the secret itself is not stored. */
  secret_hash: Uint8Array;
  expires_at: string | null;
  created_at: string;
}

interface PipeTable {
  id: string;
  service_id: string;
  /** As `columnText` writes it. */
  name: string;
  /** The state in responses (D-28): the result of the last command, and after that what the worker observed. */
  state: string;
  /** The state in which the pipe is to stay; only requests change it. `Deleted` until the runtime has released it. */
  desired_state: string;
  /** The state that the runtime reached last; only the reconciler changes it. Null before the first one. */
  observed_state: string | null;
  /** 1 after the creation was completed; a later start skips it. */
  initialized: number;
  /** Increases with every command, so that the result of older work is discarded. */
  generation: number;
  /** The reason of the states `Failed` and `Degraded`, or of the last failed attempt, as JSON. */
  failure: string | null;
  /** How often a row may arrive (D-71); null until the runtime has looked at the table. */
  delivery_guarantee: string | null;
  /** Everything that may be returned: source, destination, mappings, settings, scaling. */
  definition: string;
  /** Everything that may not be returned, encrypted. */
  secrets: Uint8Array | null;
  /** Increases with every change; the ETag (D-11). */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
}

/**
 * One row per reader of a pipe: its pending work and the process that does it. The first reader does all work but moving. Timestamps
 * are milliseconds since the UNIX epoch.
 */
interface PipeWorkTable {
  pipe_id: string;
  /** From 0. The rows of the other readers exist since the pipe has had several. */
  reader: number;
  /** When the work is due; null if there is none. A pipe whose data moves has work until it is stopped. */
  due_at: number | null;
  /** The number of times that a process has started the work of the current state. */
  attempts: number;
  /** When the data of a running pipe failed to move for the first time since it moved; null while it moves. */
  failing_since: number | null;
  /** The process with the lease, and the end of the lease. */
  owner: string | null;
  lease_until: number | null;
  /** Increases with every lease: a process with an older fence has lost the pipe. */
  fence: number;
  /** When the source of the pipe is examined next if the pipe is at rest then; null if it keeps nothing for the pipe. */
  examine_at: number | null;
}

/** The processes that work on pipes. */
interface WorkerTable {
  id: string;
  /** In milliseconds since the UNIX epoch. The process postpones it. */
  alive_until: number;
}

/**
 * The progress of one reader of a pipe: what its table has of its part of the source, and what it moved. Only the process with the
 * lease writes it.
 */
interface PipeProgressTable extends MovedColumns {
  pipe_id: string;
  reader: number;
  /** The number of readers that the source is divided between, the same in all rows of the pipe. Rows of further readers only count. */
  readers: number;
  /** Increases when the pipe reads everything again. */
  epoch: number;
  /** After the last finished batch; null before the first one. Only the source reads it. */
  position: string | null;
  /** The range of a batch that was begun and not finished. Only the source reads it. */
  pending: string | null;
  /** The age of the newest row that was not moved yet; null if it is unknown. */
  lag_seconds: number | null;
  /** The rows that were not moved yet, by part of the source, as JSON. */
  lag_by_part: string | null;
  /** The bytes of its log that a database keeps for the pipe; null if it has none. */
  retained_log_bytes: number | null;
}

/** What a pipe moved in a minute. Minutes in which nothing moved have no row; rows are kept for 30 days (D-73). */
interface PipeMinuteTable extends MovedColumns {
  pipe_id: string;
  /** The start of the minute in milliseconds since the UNIX epoch. */
  minute: number;
}

interface MovedColumns {
  rows: number;
  bytes: number;
  batches: number;
  /** The number of rejected rows. */
  errors: number;
}

/** The tables of the stack. */
export type StackTable = 'dashboards' | 'alerts' | 'sources' | 'webhooks' | 'saved_searches';

/** The tables whose resources have tags. */
export type TaggedTable = 'dashboards' | 'saved_searches';

/** A resource of the stack. Its key is the tenant and the id, because sample ids are the same in every tenant. */
export interface DocumentTable {
  tenant_id: string;
  id: string;
  /** The fields of responses that have no column of `DocumentTable`. */
  document: string;
  /** Increases with every change; the ETag (D-11). */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
}

/** The target of the alert and its webhook, for lookups; null if it has none. */
interface AlertTable extends DocumentTable {
  /** The result of the last evaluation; it changes without a new version. */
  state: string;
  dashboard_id: string | null;
  tile_id: string | null;
  saved_search_id: string | null;
  webhook_id: string | null;
}

/** The number of tiles and filters of a dashboard that use a source; derived from its document. */
interface DashboardSourceTable {
  tenant_id: string;
  source_id: string;
  dashboard_id: string;
  tiles: number;
  filters: number;
}

interface WebhookTable extends DocumentTable {
  /** Unique in its tenant (D-51). */
  name: string;
  /** Headers and the secret, encrypted. */
  secrets: Uint8Array;
}

interface NamedDocumentTable extends DocumentTable {
  /** As `columnText` writes it. */
  name: string;
}

/** One row per tag of a resource; derived from its document. */
export interface TagTable {
  tenant_id: string;
  resource_id: string;
  /** As `columnText` writes it. */
  tag: string;
}

interface SourceTable extends DocumentTable {
  kind: string;
  /** The source with the traces of a session source; null for the other kinds. */
  trace_source_id: string | null;
}

interface SavedSearchTable extends NamedDocumentTable {
  source_id: string;
}

/**
 * The deliveries of notifications to webhooks: their outbox, because a row is stored in the transaction of the change that it reports,
 * and what the API returns of them. Rows are kept for 7 days (D-81).
 */
interface DeliveryTable {
  /** Time-ordered. */
  id: string;
  tenant_id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** Null for a test. */
  alert_id: string | null;
  /** The notification, as JSON. */
  message: string;
  /** As the contract names them. */
  state: string;
  /** The attempts until now, as the contract has them, as JSON. */
  attempts: string;
  /** The number of attempts since the delivery was created, or was sent again. */
  tried: number;
  /** The host and the port of the webhook; limits the number of parallel attempts. */
  host: string;
  /** When the next attempt is due, in milliseconds since the UNIX epoch; null if there is none. */
  due_at: number | null;
  /** The process with the lease, and the end of the lease. */
  owner: string | null;
  lease_until: number | null;
  /** Increases with every lease: a process with an older fence has lost the delivery. */
  fence: Generated<number>;
  created_at: ColumnType<string, string, never>;
}

interface IdempotencyTable {
  credential_id: string;
  key: string;
  /** HMAC of operation, tenant and body: determines whether a repeated request is the same. */
  request_hash: Uint8Array;
  /** The result, encrypted because it may contain a secret that is returned only once (D-51). */
  answer: Uint8Array;
  created_at: string;
}

/** A key that values are encrypted with. The key itself is not stored. */
interface SecretKeyTable {
  id: string;
  /** The root secret of the database, encrypted with this key. */
  root: Uint8Array;
}

/** Changes of resources, stored in the transaction of their change, for future consumers. Notifications are `deliveries`. */
interface OutboxTable {
  /** Time-ordered. */
  id: string;
  /** The type of the event: `pipe.created`, `alert.deleted`. */
  kind: string;
  /** The service or team. */
  tenant_id: string;
  /** The id of the changed resource. */
  subject: string;
  /** JSON; no secrets and no documents. */
  payload: string;
  created_at: string;
}

export type PipeRow = Selectable<PipeTable>;
export type NewPipeRow = Insertable<PipeTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type WebhookRow = Selectable<WebhookTable>;

import type { ColumnType, Insertable, Selectable } from 'kysely';

/** The tables, as the newest migration leaves them. Moments are RFC 3339 strings, documents are JSON text. */
export interface Schema {
  organizations: NamedTable;
  services: NamedTable & { organization_id: string };
  teams: NamedTable;
  /** A key opens one service of the organization, or all if none is named. */
  api_keys: CredentialTable & { organization_id: string; service_id: string | null };
  tokens: CredentialTable & { team_id: string };
  pipes: PipeTable;
  pipe_work: PipeWorkTable;
  dashboards: DocumentTable;
  dashboard_sources: DashboardSourceTable;
  alerts: AlertTable;
  sources: DocumentTable;
  webhooks: WebhookTable;
  saved_searches: SavedSearchTable;
  idempotency_records: IdempotencyTable;
  secret_keys: SecretKeyTable;
  outbox: OutboxTable;
}

interface NamedTable {
  id: string;
  name: string;
  created_at: string;
}

export interface CredentialTable {
  id: string;
  role: 'admin' | 'reader';
  /** HMAC-SHA256 of the secret under a key of this database; the secret itself is nowhere. */
  secret_hash: Uint8Array;
  expires_at: string | null;
  created_at: string;
}

interface PipeTable {
  id: string;
  service_id: string;
  /** As `columnText` writes it. */
  name: string;
  /** The state that answers show (D-28): where the last command led, and from there what was observed. */
  state: string;
  /** Where the pipe is to settle; only its owner's wishes change it. `Deleted` once it is to be forgotten. */
  desired_state: string;
  /** What the runtime has reached last; only the reconciler changes it. Null before it has reached anything. */
  observed_state: string | null;
  /** 1 once the creation path was walked to its end; a later start skips it. */
  initialized: number;
  /** Grows with every command, so that work for an older one cannot settle the pipe. */
  generation: number;
  /** Why the pipe is `Failed`, or why the last attempt did not get anywhere. */
  failure: string | null;
  /** Everything that may be returned: source, destination, mappings, settings, scaling. */
  definition: string;
  /** Everything that may not, encrypted. */
  secrets: Uint8Array | null;
  /** Grows with every change; the ETag (D-11). */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
}

/** One row a pipe: what there is to do for it, and which process does it. Moments are milliseconds of the UNIX epoch. */
interface PipeWorkTable {
  pipe_id: string;
  /** When the reconciler has to look at the pipe; null while there is nothing to do. */
  due_at: number | null;
  /** How often a process has begun with the state that the pipe is in. */
  attempts: number;
  /** The process that holds the lease, and the end of it. */
  owner: string | null;
  lease_until: number | null;
  /** Grows with every lease: whoever comes with an older one has lost the pipe to another process. */
  fence: number;
}

/** The tables of the stack. */
export type StackTable = 'dashboards' | 'alerts' | 'sources' | 'webhooks' | 'saved_searches';

/** A resource of the stack. Its key is the tenant and the id, because sample ids are the same in every tenant. */
export interface DocumentTable {
  tenant_id: string;
  id: string;
  /** Everything that answers show and that has no column of `DocumentTable`. */
  document: string;
  /** Grows with every change; the ETag (D-11). */
  version: number;
  created_at: ColumnType<string, string, never>;
  updated_at: string;
}

/** What the alert looks at and who it tells, to be found by it; null where it has none. */
interface AlertTable extends DocumentTable {
  state: string;
  dashboard_id: string | null;
  tile_id: string | null;
  saved_search_id: string | null;
  webhook_id: string | null;
}

/** How many places of a dashboard name a source; derived from its document. */
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

interface SavedSearchTable extends DocumentTable {
  source_id: string;
}

interface IdempotencyTable {
  credential_id: string;
  key: string;
  /** HMAC of operation, parameters and body: tells whether a repeat is the same request. */
  request_hash: Uint8Array;
  /** Encrypted, because it may hold a secret that is returned this once (D-51). */
  answer: Uint8Array;
  created_at: string;
}

/** A key that something is sealed with. The key itself is nowhere. */
interface SecretKeyTable {
  id: string;
  /** The root secret of the database, sealed with this key. */
  root: Uint8Array;
}

/** What has changed, in the transaction of the change, for consumers that are still to come. */
interface OutboxTable {
  /** Time-ordered. */
  id: string;
  /** What happened: `pipe.created`, `alert.deleted`. */
  kind: string;
  /** The service or team. */
  tenant_id: string;
  /** The id of what has changed. */
  subject: string;
  /** JSON; no secrets and no documents. */
  payload: string;
  created_at: string;
}

export type PipeRow = Selectable<PipeTable>;
export type NewPipeRow = Insertable<PipeTable>;

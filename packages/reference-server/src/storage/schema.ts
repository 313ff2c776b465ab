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
  dashboards: DocumentTable;
  alerts: AlertTable;
  sources: DocumentTable;
  webhooks: WebhookTable;
  saved_searches: SavedSearchTable;
  idempotency_records: IdempotencyTable;
  secret_keys: SecretKeyTable;
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
  name: string;
  /** The state that answers show (D-28). */
  state: string;
  /** 1 while the runtime has work to do for this state, so that a restart finds it. */
  working: number;
  /** 1 once the creation path was walked to its end; a later start skips it. */
  initialized: number;
  /** Grows with every command, so that work for an older one cannot settle the pipe. */
  generation: number;
  /** Why the pipe is `Failed`. */
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

export type PipeRow = Selectable<PipeTable>;
export type NewPipeRow = Insertable<PipeTable>;

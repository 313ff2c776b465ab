/** One row per alert: when its next window is due, the process that evaluates it, and what is known of it. */
export interface AlertWorkTable {
  tenant_id: string;
  alert_id: string;
  /** When the alert is evaluated next, in milliseconds since the UNIX epoch. */
  due_at: number;
  /** The same for alerts that could share a statement when they were evaluated last. */
  batch: string;
  /** The number of failures in a row. */
  attempts: number;
  /** 1 if its last statement failed, so that it shares none with other alerts. */
  alone: number;
  /** The process with the lease, and the end of the lease. */
  owner: string | null;
  lease_until: number | null;
  /** Increases with every lease: a process with an older fence has lost the alert. */
  fence: number;
  /** The windows that were evaluated and the states of groups, as JSON. */
  progress: string;
  /** The last evaluation; null before the first one. */
  evaluated_at: string | null;
  value: number | null;
  error: string | null;
}

/** The evaluations of an alert, one row per window and group; kept for 30 days (D-79). */
export interface AlertHistoryTable {
  /** Time-ordered. */
  id: string;
  tenant_id: string;
  alert_id: string;
  /** In milliseconds since the UNIX epoch. */
  window_start: number;
  window_end: number;
  evaluated_at: string;
  /** As `columnText` writes it; null without groups. */
  group_key: string | null;
  /** The columns of the group with their values, as JSON. */
  group_columns: string | null;
  state: string;
  /** Null if it could not be determined. */
  value: number | null;
  /** 1 if no row was in the window. */
  empty: number;
  /** 1 if a notification was sent. */
  notified: number;
  error: string | null;
}

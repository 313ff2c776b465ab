import type { ChartRequest, QueriedSource } from '@penstock/engine';

/** The part of an alert that names what it evaluates. */
export interface TargetedAlert {
  readonly dashboardId?: string;
  readonly tileId?: string;
  readonly savedSearchId?: string;
  readonly groupBy?: string;
}

/** What an alert evaluates. */
export interface AlertTarget {
  readonly queried: QueriedSource;
  readonly request: ChartRequest;
  /** Changes when the alert evaluates something else, or has other groups. */
  readonly subject: string;
}

/** An alert whose target does not exist, or cannot be read, and what to change. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Reads the targets of alerts of a tenant, in the order of the alerts. A target that cannot be evaluated is an error. */
export type ReadTargets = (
  tenantId: string,
  alerts: readonly TargetedAlert[],
) => Promise<readonly (AlertTarget | TargetError)[]>;

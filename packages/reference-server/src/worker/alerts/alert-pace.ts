/** The intervals and limits of the evaluation of alerts. */
export interface AlertPace {
  /** A window is evaluated once it has been over for this time, so that late rows are counted. */
  readonly delayMs: number;
  /** The interval of looking for due alerts. */
  readonly pollMs: number;
  /** The time after which the alerts of an unresponsive process pass to another one. */
  readonly leaseMs: number;
  /** The most alerts that are leased at once. */
  readonly alertsPerClaim: number;
  /** How many leases are evaluated at once, and how many alerts whose last statement failed. */
  readonly claims: number;
  readonly loneAlerts: number;
  /** The time limit of a statement that several alerts share. */
  readonly sharedSeconds: number;
  /** The pause after the first failure; it doubles with each further one. */
  readonly initialPauseMs: number;
  readonly maxPauseMs: number;
}

/** The pace of a worker with these settings. */
export function alertPaceOf(settings: {
  readonly alertDelaySeconds: number;
  readonly leaseSeconds: number;
}): AlertPace {
  return {
    delayMs: settings.alertDelaySeconds * 1_000,
    pollMs: 1_000,
    leaseMs: settings.leaseSeconds * 1_000,
    alertsPerClaim: 500,
    claims: 4,
    loneAlerts: 4,
    sharedSeconds: 10,
    initialPauseMs: 10_000,
    maxPauseMs: 5 * 60_000,
  };
}

import type { Alteration } from './altering-proxy.ts';
import type { CheckedServer } from './reference-server.ts';

/** A way in which a server can break the contract. */
export interface Defect {
  readonly name: string;
  /** The ids of the checks that find it; the others are not run. */
  readonly checks: RegExp;
  /** The message of the violation, so that it is found for the right reason. */
  readonly violation: RegExp;
  /** Created for each server, because some alterations have a state. */
  alteration(server: CheckedServer): Alteration;
}

/** The path of a saved search. */
export const ONE_SEARCH = /^\/api\/v2\/saved-searches\/[^/?]+$/;

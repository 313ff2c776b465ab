import type { Operation } from '@penstock/contract';

/**
 * What a server, or who runs it, must provide for a check to make sense. Every check names what it needs; what is missing
 * or left out by `--capability -name` turns those checks off, and the summary says how many.
 */
export const CAPABILITIES = {
  pipes: 'the pipes and their operations',
  dashboards: 'the dashboards of the stack',
  alerts: 'the alerts of the stack',
  sources: 'the sources of the stack',
  webhooks: 'the webhooks of the stack',
  'saved-searches': 'the saved searches of the stack',
  paging: 'limit, cursor and the pages of lists (D-05)',
  filters: 'what narrows a list (D-06)',
  'entity-tags': 'ETag and If-Match (D-11)',
  idempotency: 'Idempotency-Key and replays (D-12)',
  'pipe-life-cycle': 'pipes that walk through their states by themselves, and obey commands (D-28, D-29)',
  references:
    'what alerts, tiles and searches refer to must exist, and what is referred to stays (D-42, D-43)',
  'rate-limit': 'a limit of requests that can be reached, and is told in headers (D-13)',
  reader: 'a second credential with the role reader: PENSTOCK_READER_…',
  'second-tenant': 'a credential of another tenant: PENSTOCK_STRANGER_…',
} as const satisfies Record<string, string>;

export type Capability = keyof typeof CAPABILITIES;

/** The capability that an operation itself asks for; tags and capabilities have the same names. */
export function capabilityOf({ tag }: Operation): Capability {
  if (tag in CAPABILITIES) return tag as Capability;
  throw new Error(`No capability stands for the tag ${tag}. Add one to CAPABILITIES.`);
}

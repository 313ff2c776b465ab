import { type Operation, type OperationId, type OptionalOperationId, operations } from '@penstock/contract';

/**
 * Features that some checks need from the server or its operator. Every check lists its capabilities. If one is missing, or
 * excluded by `--capability -name`, the check is skipped, and the summary reports the number of skipped checks.
 */
export const CAPABILITIES = {
  pipes: 'the pipes and their operations',
  dashboards: 'the dashboards of the stack',
  alerts: 'the alerts of the stack',
  sources: 'the sources of the stack',
  webhooks: 'the webhooks of the stack',
  'saved-searches': 'the saved searches of the stack',
  paging: 'limit, cursor and the pages of lists (D-05)',
  filters: 'filters of lists (D-06)',
  'entity-tags': 'ETag and If-Match (D-11)',
  idempotency: 'Idempotency-Key and replays (D-12)',
  'pipe-life-cycle': 'pipes that change state by themselves and on commands (D-28, D-29)',
  references: 'alerts, tiles and searches refer to existing resources, which cannot be deleted (D-42, D-43)',
  'rate-limit': 'a request limit that the kit can reach, reported in headers (D-13)',
  queries: 'queries of sources',
  'pipe-schema-discovery': 'the inference of the columns of a source (D-72)',
  'alert-history': 'the history of an alert (D-79)',
  'alert-preview': 'previews of alerts (D-80)',
  'webhook-test': 'tests of webhooks (D-81)',
  'webhook-deliveries': 'the deliveries of a webhook (D-81)',
  'webhook-redelivery': 'deliveries that are sent again (D-81)',
  'chart-series': 'series of a source (D-86)',
  search: 'rows of a source (D-87)',
  'tile-query': 'the data of a tile (D-88)',
  'source-inference': 'sources that are proposed for tables; the tables of the examples exist (D-93)',
  reader: 'a second credential with the role reader: PENSTOCK_READER_…',
  'second-tenant': 'a credential of another tenant: PENSTOCK_STRANGER_…',
} as const satisfies Record<string, string>;

export type Capability = keyof typeof CAPABILITIES;

/** The operations that a server may leave out with a 501 (D-08). Twins share a capability. */
const OPTIONAL: Readonly<Record<OptionalOperationId, Capability>> = {
  discoverPipeSchema: 'pipe-schema-discovery',
  listAlertHistory: 'alert-history',
  listStackAlertHistory: 'alert-history',
  previewAlert: 'alert-preview',
  previewStackAlert: 'alert-preview',
  testWebhook: 'webhook-test',
  testStackWebhook: 'webhook-test',
  listWebhookDeliveries: 'webhook-deliveries',
  listStackWebhookDeliveries: 'webhook-deliveries',
  getWebhookDelivery: 'webhook-deliveries',
  getStackWebhookDelivery: 'webhook-deliveries',
  redeliverWebhook: 'webhook-redelivery',
  redeliverStackWebhook: 'webhook-redelivery',
  searchRows: 'search',
  searchStackRows: 'search',
  querySeries: 'chart-series',
  queryStackSeries: 'chart-series',
  queryDashboardTile: 'tile-query',
  queryStackDashboardTile: 'tile-query',
  inferSource: 'source-inference',
  inferStackSource: 'source-inference',
};

/** Returns the capability of the group of an operation. Tags and capabilities have the same names. */
export function groupOf({ tag }: Operation): Capability {
  if (tag in CAPABILITIES) return tag as Capability;
  throw new Error(`No capability has the name of the tag ${tag}. Add it to CAPABILITIES.`);
}

/** Returns the capabilities that an operation needs: its group, and its own if a server may leave it out. */
export function capabilitiesOf(operationId: OperationId): Capability[] {
  const group = groupOf(operations[operationId]);
  return isOptional(operationId) ? [group, OPTIONAL[operationId]] : [group];
}

/** Whether a server may leave out the operation. */
export function isOptional(operationId: OperationId): operationId is OptionalOperationId {
  return Object.hasOwn(OPTIONAL, operationId);
}

import { type Operation, type OperationId, operations, resources } from '@penstock/contract';

/** An item inside a resource, which the second id of a path names. */
interface NestedItem {
  readonly parameter: string;
  /** The operation on the resource whose response contains the item. */
  readonly from: OperationId;
  /** Finds the id in the content of its response. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of a server may have any shape
  readonly idIn: (content: any) => unknown;
}

/**
 * Returns the item inside a resource that an operation addresses; undefined for paths without a second id. A read-only run takes
 * an existing delivery, because only a test of the webhook makes a new one.
 */
export function nestedItemOf(operationId: OperationId, readOnly: boolean): NestedItem | undefined {
  const { surface, pathParameters }: Operation = operations[operationId];
  const isManaged = surface === 'management';
  const items: readonly NestedItem[] = [
    {
      parameter: 'tileId',
      from: resources[surface].dashboards.get,
      idIn: (dashboard) => dashboard?.tiles?.[0]?.id,
    },
    readOnly
      ? {
          parameter: 'deliveryId',
          from: isManaged ? 'listStackWebhookDeliveries' : 'listWebhookDeliveries',
          idIn: (deliveries) => deliveries?.[0]?.id,
        }
      : {
          parameter: 'deliveryId',
          from: isManaged ? 'testStackWebhook' : 'testWebhook',
          idIn: (delivery) => delivery?.id,
        },
  ];
  return items.find(({ parameter }) => pathParameters.includes(parameter));
}

import type { PipeSourcePlan } from '../../pipe.ts';
import { sourceAddresses } from '../addresses/source-addresses.ts';
import { messageFormat, registryOf } from '../messages/formats/format-of-pipe.ts';
import type { MessageFormat } from '../messages/formats/message-format.ts';
import type { SchemaRegistry } from '../messages/formats/schema-registry.ts';
import { brokerAccess } from './client/broker-access.ts';
import { parseBrokers } from './client/broker-address.ts';
import type { KafkaClient } from './client/kafka-client.ts';
import { PlatformaticClient } from './client/platformatic-client.ts';

/** What a pipe needs to read its topics. Nothing is connected yet. */
export interface OpenedTopics {
  readonly client: KafkaClient;
  readonly topics: readonly string[];
  readonly format: MessageFormat;
  readonly registry: SchemaRegistry | undefined;
}

/** @throws PipeError if the format needs a registry and the pipe has none */
export function openTopics(
  { source: { kafka }, secrets }: PipeSourcePlan,
  allowedHosts: readonly string[] | undefined,
): OpenedTopics {
  if (kafka === undefined) throw new Error('The pipe has no Kafka source.');
  const brokers = parseBrokers(kafka.brokers);
  const addresses = sourceAddresses(allowedHosts);
  const registry = registryOf(kafka, secrets, addresses);
  return {
    client: new PlatformaticClient(brokers, brokerAccess(kafka, secrets, brokers), addresses),
    topics: kafka.topics.split(','),
    format: messageFormat(kafka.format, registry),
    registry,
  };
}

import type { PipeDefinition, PipeSecrets } from '../../../pipe.ts';
import { PipeError } from '../../../pipe-runtime.ts';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';
import { avroConfluentFormat } from './avro-confluent-format.ts';
import { avroFormat } from './avro-format.ts';
import { jsonFormat } from './json-format.ts';
import type { MessageFormat } from './message-format.ts';
import { protobufFormat } from './protobuf-format.ts';
import { SchemaRegistry } from './schema-registry.ts';

const WITHOUT_REGISTRY: Readonly<Record<string, MessageFormat>> = {
  Avro: avroFormat,
  JSONEachRow: jsonFormat,
};

const WITH_REGISTRY: Readonly<Record<string, (registry: SchemaRegistry) => MessageFormat>> = {
  AvroConfluent: avroConfluentFormat,
  Protobuf: protobufFormat,
};

export function needsRegistry(format: string): boolean {
  return format in WITH_REGISTRY;
}

/** @throws PipeError if the pipe has no registry and its format needs one */
export function messageFormat(format: string, registry: SchemaRegistry | undefined): MessageFormat {
  const simple = WITHOUT_REGISTRY[format];
  if (simple !== undefined) return simple;
  const withRegistry = WITH_REGISTRY[format];
  if (withRegistry !== undefined && registry !== undefined) return withRegistry(registry);
  throw new PipeError(
    'schema_mismatch',
    withRegistry === undefined
      ? `The format ${format} is not supported for messages.`
      : `The format ${format} needs a schema registry. Create the pipe again with source.kafka.schemaRegistry.`,
  );
}

/** The registry of a pipe, if its format uses one. */
export function registryOf(
  { format, schemaRegistry }: NonNullable<PipeDefinition['source']['kafka']>,
  secrets: PipeSecrets,
  addresses: SourceAddresses,
): SchemaRegistry | undefined {
  if (schemaRegistry === undefined || !needsRegistry(format)) return undefined;
  return new SchemaRegistry(schemaRegistry, secrets.schemaRegistryCredentials, addresses);
}

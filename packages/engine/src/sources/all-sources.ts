import type { Sources } from './source.ts';

/** The kinds of sources that data can be moved from. */
export const ALL_SOURCES: Sources = {
  kafka: async () => (await import('./kafka/kafka-source.ts')).kafkaSource,
  kinesis: async () => (await import('./kinesis/kinesis-source.ts')).kinesisSource,
  objectStorage: async () => (await import('./object-storage/object-storage.ts')).objectStorage,
  postgres: async () => (await import('./postgres/postgres-mover.ts')).postgresSource,
};

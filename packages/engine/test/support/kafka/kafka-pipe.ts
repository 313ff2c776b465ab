import type { PipeDefinition, PipeSecrets } from '../../../src/pipe.ts';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { definition, runtimePipe } from '../pipes.ts';

type KafkaDefinition = NonNullable<PipeDefinition['source']['kafka']>;

export interface KafkaPipeOptions {
  readonly secrets?: PipeSecrets;
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly waitMs?: number;
}

/** A pipe from topics into the columns `id` and `name`, from the first message. */
export function kafkaPipe(
  source: Partial<KafkaDefinition> & Pick<KafkaDefinition, 'brokers' | 'topics'>,
  { secrets = {}, columns, waitMs = 500 }: KafkaPipeOptions = {},
): RuntimePipe {
  const kafka = { ...definition().source.kafka, ...source } as KafkaDefinition;
  const destination = columns === undefined ? {} : { columns: [...columns] };
  const settings = { streaming_max_insert_wait_ms: waitMs };
  return runtimePipe(definition(destination, { source: { kafka }, settings }), { secrets });
}

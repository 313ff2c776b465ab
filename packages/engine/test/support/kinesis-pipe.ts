import { ACCESS_KEY, REGION } from '@penstock/kinesis/emulator';
import type { PipeDefinition } from '../../src/pipe.ts';
import type { RuntimePipe } from '../../src/pipe-runtime.ts';
import { definition, runtimePipe } from './pipes.ts';

type KinesisDefinition = NonNullable<PipeDefinition['source']['kinesis']>;
type Columns = PipeDefinition['destination']['columns'];

/** A pipe from a stream of the emulator into the columns `id` and `name`, from the oldest record. */
export function kinesisPipe(
  streamName: string,
  source: Partial<KinesisDefinition> = {},
  columns?: Columns,
): RuntimePipe {
  const kinesis = {
    ...{ streamName, region: REGION, format: 'JSONEachRow', iteratorType: 'TRIM_HORIZON' },
    ...{ useEnhancedFanOut: false, authentication: 'IAM_USER' },
    ...source,
  };
  const change = { source: { kinesis }, settings: { streaming_max_insert_wait_ms: 500 } };
  const destination = columns === undefined ? {} : { columns };
  return runtimePipe(definition(destination, change as Partial<PipeDefinition>), {
    secrets: { accessKey: ACCESS_KEY },
  });
}

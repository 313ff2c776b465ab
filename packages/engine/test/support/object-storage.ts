import { ACCESS_KEY, BUCKET, type S3Server } from '@penstock/object-storage/s3-server';
import type { PipeDefinition, PipeSecrets } from '../../src/pipe.ts';
import type { RuntimePipe } from '../../src/pipe-runtime.ts';
import { definition, runtimePipe } from './pipes.ts';

export type ObjectStorage = NonNullable<PipeDefinition['source']['objectStorage']>;

export interface PipeChanges {
  readonly source?: Partial<ObjectStorage>;
  readonly destination?: Partial<PipeDefinition['destination']>;
  readonly settings?: PipeDefinition['settings'];
  readonly fieldMappings?: PipeDefinition['fieldMappings'];
  readonly secrets?: PipeSecrets;
}

/** A pipe that reads the objects of a pattern from the S3 server, once. Its rows have an id and a name. */
export function objectPipe(
  { url }: Pick<S3Server, 'url'>,
  pattern: string,
  changes: PipeChanges = {},
): RuntimePipe {
  const source = {
    type: 's3',
    format: 'JSONEachRow',
    compression: 'auto',
    isContinuous: false,
    authentication: 'IAM_USER',
    url: `${url}/${BUCKET}/${pattern}`,
    ...changes.source,
  };
  const { destination, settings = {}, fieldMappings = [], secrets = { accessKey: ACCESS_KEY } } = changes;
  const change = { source: { objectStorage: source }, settings, fieldMappings } as Partial<PipeDefinition>;
  return runtimePipe(definition(destination, change), { secrets });
}

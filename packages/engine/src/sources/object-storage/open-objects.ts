import type { PipeDefinition, PipeSecrets } from '../../pipe.ts';
import { sourceAddresses } from '../addresses/source-addresses.ts';
import { awsCredentials } from '../aws/aws-credentials.ts';
import type { SourceContext } from '../source.ts';
import { azureStore } from './azure-store.ts';
import type { EngineReading } from './engine-reading.ts';
import { type Glob, parseGlob } from './glob.ts';
import { locateObjects } from './object-location.ts';
import type { ObjectStore } from './object-store.ts';
import { SqsQueue } from './queue/sqs-queue.ts';
import { s3Store } from './s3-store.ts';

/** The objects of a source: where they are, how they are read, and which ones. */
export interface OpenedObjects {
  readonly reading: EngineReading;
  readonly glob: Glob;
  /** Announces new objects. */
  readonly queue: SqsQueue | undefined;
}

type Source = NonNullable<PipeDefinition['source']['objectStorage']>;
type Context = Pick<SourceContext, 'allowedHosts'>;

/** Opens the store of a source. It does not connect. @throws PipeError */
export function openObjects(
  { objectStorage: source }: PipeDefinition['source'],
  secrets: PipeSecrets,
  context: Context,
): OpenedObjects {
  if (source === undefined) throw new Error('The pipe reads no object storage.');
  const { format, compression, delimiter } = source;
  const { store, pattern } = openStore(source, secrets, context);
  return {
    reading: { store, format, compression, delimiter },
    glob: parseGlob(pattern),
    queue: openQueue(source, secrets, context),
  };
}

function openQueue(
  { queueUrl: url, authentication, iamRole }: Source,
  secrets: PipeSecrets,
  { allowedHosts }: Context,
): SqsQueue | undefined {
  const credentials = awsCredentials({ authentication, secrets, iamRole });
  if (url === undefined || credentials === undefined) return undefined;
  return new SqsQueue({ url, credentials, addresses: sourceAddresses(allowedHosts) });
}

function openStore(
  source: Source,
  secrets: PipeSecrets,
  { allowedHosts }: Context,
): { readonly store: ObjectStore; readonly pattern: string } {
  const addresses = sourceAddresses(allowedHosts);
  if (source.type === 'azureblobstorage') {
    const { azureContainerName: container = '', path = '**' } = source;
    const { connectionString = '' } = secrets;
    return { store: azureStore({ connectionString, container, addresses }), pattern: path };
  }
  const { authentication, iamRole } = source;
  const location = locateObjects(source);
  const store = s3Store({ location, authentication, secrets, iamRole, addresses });
  return { store, pattern: location.pattern };
}

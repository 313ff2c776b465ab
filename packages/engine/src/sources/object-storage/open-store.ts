import type { PipeDefinition, PipeSecrets } from '../../pipe.ts';
import { sourceAddresses } from '../addresses/source-addresses.ts';
import type { SourceContext } from '../source.ts';
import { azureStore } from './azure-store.ts';
import { type Glob, parseGlob } from './glob.ts';
import { locateObjects } from './object-location.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Store } from './s3-store.ts';

/** The objects of a pipe: the store, and which keys. */
export interface OpenedObjects {
  readonly store: ObjectStore;
  readonly glob: Glob;
}

/** Opens the store of a source. It does not connect. @throws PipeError */
export function openStore(
  source: NonNullable<PipeDefinition['source']['objectStorage']>,
  secrets: PipeSecrets,
  { allowedHosts }: Pick<SourceContext, 'allowedHosts'>,
): OpenedObjects {
  const addresses = sourceAddresses(allowedHosts);
  if (source.type === 'azureblobstorage') {
    const { azureContainerName: container = '', path = '**' } = source;
    const { connectionString = '' } = secrets;
    return { store: azureStore({ connectionString, container, addresses }), glob: parseGlob(path) };
  }
  const { authentication, iamRole } = source;
  const location = locateObjects(source);
  const store = s3Store({ location, authentication, secrets, iamRole, addresses });
  return { store, glob: parseGlob(location.pattern) };
}

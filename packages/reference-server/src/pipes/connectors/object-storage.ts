import type {
  ObjectStorageSource,
  ObjectStorageSourceCreate,
  ObjectStorageSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { maskConnectionString } from '../../runtime/connection-string.ts';
import { notApplicable } from '../../stack/base/error-entries.ts';
import { present } from '../../stack/base/present.ts';
import {
  type AuthenticationTable,
  checkAuthentication,
  NO_METHOD,
  type UsedFields,
  withoutUnused,
} from './authentication.ts';
import { changeSource, type SourcePlan, type SourceRules, splitSecrets } from './source.ts';

type Source = Readable<ObjectStorageSource>;

const ACCESS_KEY: UsedFields = { required: ['accessKey'] };

const OBJECT_STORAGE_AUTHENTICATION: AuthenticationTable = {
  fields: ['accessKey', 'iamRole', 'connectionString'],
  methods: {
    s3: { [NO_METHOD]: {}, IAM_USER: ACCESS_KEY, IAM_ROLE: { required: ['iamRole'] } },
    gcs: { [NO_METHOD]: {}, IAM_USER: ACCESS_KEY },
    dospaces: { [NO_METHOD]: {}, IAM_USER: ACCESS_KEY },
    azureblobstorage: { CONNECTION_STRING: { required: ['connectionString'] } },
  },
};

export const objectStorage: SourceRules<
  Writable<ObjectStorageSourceCreate>,
  Writable<ObjectStorageSourceUpdate>,
  Source
> = {
  define(body) {
    const { visible, secrets } = splitSecrets(body);
    const type = body.type ?? 's3';
    const source = {
      ...visible,
      type,
      delimiter: body.delimiter ?? (body.format.startsWith('CSV') ? ',' : undefined),
      compression: body.compression ?? 'auto',
      isContinuous: body.isContinuous ?? false,
      authentication: body.authentication ?? (type === 'azureblobstorage' ? 'CONNECTION_STRING' : undefined),
    };
    return withMaskedConnectionString({ source: present(source) as Source, secrets });
  },

  change(plan, change) {
    const changed = withoutUnused(OBJECT_STORAGE_AUTHENTICATION, changeSource(plan, change), change);
    return withMaskedConnectionString(changed);
  },

  check(plan) {
    return [
      ...checkLocation(plan.source),
      ...checkAuthentication(OBJECT_STORAGE_AUTHENTICATION, plan),
      ...checkQueue(plan.source),
    ];
  },
};

/** Responses contain the connection string with masked values (D-22). */
function withMaskedConnectionString({ source, secrets }: SourcePlan<Source>): SourcePlan<Source> {
  const { connectionString } = secrets;
  if (connectionString === undefined) return { source, secrets };
  const masked = { ...source, connectionString: maskConnectionString(connectionString) };
  return { source: masked as Source, secrets };
}

/** An update does not contain the type, so the contract cannot check these properties in it. */
function checkLocation(source: Source): ErrorEntry[] {
  if (source.type === 'azureblobstorage') return [];
  return (['path', 'azureContainerName'] as const)
    .filter((name) => source[name] !== undefined)
    .map((name) => notApplicable(`/${name}`, 'applies to the type azureblobstorage only; remove it'));
}

/** An update can remove the authentication that the queue requires (D-37). */
function checkQueue({ queueUrl, authentication }: Source): ErrorEntry[] {
  if (queueUrl === undefined || authentication !== undefined) return [];
  return [notApplicable('/queueUrl', 'requires an authentication')];
}

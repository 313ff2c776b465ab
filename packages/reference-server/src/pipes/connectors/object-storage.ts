import type {
  ObjectStorageSource,
  ObjectStorageSourceCreate,
  ObjectStorageSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { MASK, maskConnectionString } from '../../runtime/connection-string.ts';
import { errorEntry, notApplicable } from '../../stack/base/error-entries.ts';
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
      ...checkDelimiter(plan.source),
      ...checkConnectionString(plan),
      ...checkUrls(plan.source),
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

/** The form of the queue of each type that has one (D-37). */
const QUEUES: Readonly<Record<string, { readonly form: RegExp; readonly description: string }>> = {
  s3: { form: /^https:\/\//, description: 'the https URL of an SQS queue' },
  gcs: { form: /^projects\//, description: 'a Pub/Sub subscription, projects/…/subscriptions/…' },
};

function checkQueue({ queueUrl, isContinuous, authentication, type }: Source): ErrorEntry[] {
  if (queueUrl === undefined) return [];
  const queue = QUEUES[type];
  if (queue === undefined) {
    const types = Object.keys(QUEUES).join(' and ');
    return [notApplicable('/queueUrl', `applies to the types ${types} only; remove it`)];
  }
  if (!isContinuous) return [notApplicable('/queueUrl', 'requires isContinuous to be true')];
  if (authentication === undefined) return [notApplicable('/queueUrl', 'requires an authentication')];
  if (queue.form.test(queueUrl)) return [];
  return [errorEntry('/queueUrl', 'invalid_pattern', `must be ${queue.description}, for the type ${type}`)];
}

function checkDelimiter({ delimiter, format }: Source): ErrorEntry[] {
  if (delimiter === undefined || format.startsWith('CSV')) return [];
  return [notApplicable('/delimiter', 'applies to the CSV formats only')];
}

/** Parameters of signed URLs: a signed URL gives access to the object. */
const SIGNED = /[?&](sig|signature|token|x-(amz|goog)-[a-z-]+)=/i;

/** Responses contain the URLs, so they must not contain secrets. Secrets belong in the authentication. */
function checkUrls(source: Source): ErrorEntry[] {
  return (['url', 'queueUrl'] as const)
    .filter((name) => SIGNED.test(source[name] ?? ''))
    .map((name) =>
      errorEntry(`/${name}`, 'invalid', 'must not be signed; remove the signature, and set authentication'),
    );
}

/** Otherwise a client that sends a response back would replace the stored key with its mask. */
function checkConnectionString({ secrets }: SourcePlan<Source>): ErrorEntry[] {
  if (!secrets.connectionString?.includes(`=${MASK}`)) return [];
  return [
    errorEntry(
      '/connectionString',
      'invalid',
      'contains masked parts; send the real values, or omit it to keep the stored one',
    ),
  ];
}

import type {
  ObjectStorageSource,
  ObjectStorageSourceCreate,
  ObjectStorageSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { MASK, maskConnectionString } from '../../runtime/connection-string.ts';
import { errorEntry, notApplicable, required } from '../../stack/base/error-entries.ts';
import { present } from '../../stack/base/present.ts';
import { checkPair } from './secret-pair.ts';
import { merged, type SourcePlan, type SourceRules } from './source.ts';

type Source = Readable<ObjectStorageSource>;

export const objectStorage: SourceRules<
  Writable<ObjectStorageSourceCreate>,
  Writable<ObjectStorageSourceUpdate>,
  Source
> = {
  define({ accessKey, connectionString, ...rest }) {
    const source = {
      ...rest,
      type: rest.type ?? 's3',
      delimiter: rest.delimiter ?? (rest.format.startsWith('CSV') ? ',' : undefined),
      compression: rest.compression ?? 'auto',
      isContinuous: rest.isContinuous ?? false,
      connectionString: connectionString && maskConnectionString(connectionString),
    };
    return { source: present(source) as Source, secrets: present({ accessKey, connectionString }) };
  },

  change({ source, secrets }, { accessKey, connectionString, ...rest }) {
    const masked = connectionString && maskConnectionString(connectionString);
    return {
      source: { ...source, ...present({ ...rest, connectionString: masked }) } as Source,
      secrets: present({
        ...secrets,
        accessKey: merged(secrets.accessKey, accessKey),
        connectionString: connectionString ?? secrets.connectionString,
      }),
    };
  },

  check(plan) {
    return [
      ...checkLocation(plan.source),
      ...checkAuthentication(plan),
      ...checkQueue(plan.source),
      ...checkDelimiter(plan.source),
      ...checkConnectionString(plan),
      ...checkUrls(plan.source),
    ];
  },
};

function checkLocation(source: Source): ErrorEntry[] {
  if (source.type !== 'azureblobstorage') {
    return [
      ...(source.url === undefined ? [required('/url', `by the type ${source.type}`)] : []),
      ...(['connectionString', 'path', 'azureContainerName'] as const)
        .filter((name) => source[name] !== undefined)
        .map((name) => notApplicable(`/${name}`, 'applies to the type azureblobstorage only')),
    ];
  }
  return [
    ...(source.url === undefined
      ? []
      : [notApplicable('/url', 'does not apply to the type azureblobstorage')]),
    ...(['connectionString', 'azureContainerName'] as const)
      .filter((name) => source[name] === undefined)
      .map((name) => required(`/${name}`, 'by the type azureblobstorage')),
  ];
}

function checkAuthentication({ source, secrets }: SourcePlan<Source>): ErrorEntry[] {
  const { authentication, type } = source;
  const azure = type === 'azureblobstorage';
  if (authentication === 'CONNECTION_STRING' && !azure) {
    return [notApplicable('/authentication', 'CONNECTION_STRING applies to the type azureblobstorage only')];
  }
  if (azure && authentication !== undefined && authentication !== 'CONNECTION_STRING') {
    return [notApplicable('/authentication', 'must be CONNECTION_STRING for the type azureblobstorage')];
  }
  if (authentication === 'IAM_ROLE' && type !== 's3') {
    return [notApplicable('/authentication', 'IAM_ROLE applies to the type s3 only')];
  }
  const errors =
    authentication === 'IAM_ROLE' && source.iamRole === undefined
      ? [required('/iamRole', 'by IAM_ROLE')]
      : [];
  const reason = authentication === 'IAM_USER' ? 'by IAM_USER' : undefined;
  return [...errors, ...checkPair('/accessKey', secrets.accessKey, ['accessKeyId', 'secretKey'], reason)];
}

function checkQueue({ queueUrl, isContinuous, authentication, type }: Source): ErrorEntry[] {
  if (queueUrl === undefined) return [];
  if (!isContinuous) return [notApplicable('/queueUrl', 'requires isContinuous to be true')];
  if (authentication === undefined) return [notApplicable('/queueUrl', 'requires an authentication')];
  if (type !== 's3' && type !== 'gcs')
    return [notApplicable('/queueUrl', 'applies to the types s3 and gcs only')];
  return [];
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

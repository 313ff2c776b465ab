import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  type _Object,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { quoteText } from '../../port/names.ts';
import type { SourceAddresses } from '../addresses/source-addresses.ts';
import { type AwsCredentials, type AwsIdentity, awsCredentials } from '../aws/aws-credentials.ts';
import { isEngineKey, joinKeys } from './engine-keys.ts';
import { unquoted } from './entity-tag.ts';
import type { ObjectLocation } from './object-location.ts';
import type { ObjectStore, Reading, StoredObject } from './object-store.ts';
import { storeError } from './store-error.ts';

/** How to reach a store with the interface of S3. */
export interface S3Access extends AwsIdentity {
  readonly location: ObjectLocation;
  readonly addresses: SourceAddresses;
}

/** Stores without regions accept this one. */
const ANY_REGION = 'us-east-1';
const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;
/** How often a request is sent before it fails. */
const ATTEMPTS = 3;

type Client = { readonly client: S3Client; readonly endpoint: string };

export function s3Store(access: S3Access): ObjectStore {
  const { location, addresses } = access;
  const { bucket } = location;
  const name = { bucket, endpoint: location.endpoint };
  const credentials = awsCredentials(access);
  const agents = {
    httpAgent: new HttpAgent(agentOptions(addresses)),
    httpsAgent: new HttpsAgent(agentOptions(addresses)),
  };
  let connected: Promise<Client> | undefined;

  const connect = () => {
    addresses.checkHost(new URL(location.endpoint).hostname);
    connected ??= clientFor(location, credentials, agents).catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };
  const explain = (error: unknown, key?: string): never => {
    throw storeError(error, name, key);
  };

  return {
    bucket: name,
    async *list(prefix, after, signal) {
      const { client } = await connect().catch(explain);
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token === undefined ? { StartAfter: after } : { ContinuationToken: token }),
        });
        const page = await client
          .send(command, { abortSignal: signal })
          .catch((error: unknown) => explain(error));
        token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
        yield (page.Contents ?? []).map(storedObject);
      } while (token !== undefined);
    },
    async read({ key, etag }, signal) {
      const { client } = await connect().catch(explain);
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: `"${etag}"` });
      const { Body } = await client
        .send(command, { abortSignal: signal })
        .catch((error: unknown) => explain(error, key));
      return Body as Readable;
    },
    isReadable: isEngineKey,
    async tableFunction(keys, { format, compression, structure }: Reading) {
      const { client, endpoint } = await connect().catch(explain);
      await addresses.checkAddresses(new URL(endpoint).hostname).catch((error: unknown) => explain(error));
      const url = `${endpoint}/${bucket}/${joinKeys(keys.map(encodeKey))}`;
      const signing = credentials === undefined ? ['NOSIGN'] : await signingArguments(client).catch(explain);
      return `s3(${[quoteText(url), ...signing, ...[format, structure, compression].map(quoteText)].join(', ')})`;
    },
    // The engine follows no redirect: the address behind it is not checked.
    settings: { s3_max_redirects: 0, s3_retry_attempts: ATTEMPTS },
    pathOf: (key) => `${bucket}/${key}`,
    close() {
      void connected?.then(({ client }) => client.destroy()).catch(() => {});
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}

function agentOptions({ lookup }: SourceAddresses) {
  return { keepAlive: true, lookup };
}

async function clientFor(
  location: ObjectLocation,
  credentials: AwsCredentials | undefined,
  agents: { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent },
): Promise<Client> {
  const client = (endpoint: string, region: string) =>
    new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      maxAttempts: ATTEMPTS,
      requestHandler: { ...agents, connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(credentials === undefined ? UNSIGNED : { credentials }),
    });
  const { endpoint, region, isAws, bucket } = location;
  if (region !== undefined || !isAws) return { client: client(endpoint, region ?? ANY_REGION), endpoint };
  const finder = client(endpoint, ANY_REGION);
  const found = await regionOf(finder, bucket);
  finder.destroy();
  const regional = `https://s3.${found}.amazonaws.com`;
  return { client: client(regional, found), endpoint: regional };
}

const UNSIGNED: Pick<S3ClientConfig, 'credentials' | 'signer'> = {
  credentials: { accessKeyId: '', secretAccessKey: '' },
  signer: { sign: async (request) => request },
};

/** AWS responds with the region of a bucket also when it belongs to another region. */
async function regionOf(client: S3Client, bucket: string): Promise<string> {
  try {
    const { BucketRegion } = await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return BucketRegion ?? ANY_REGION;
  } catch (error) {
    const { $response: response } = error as { $response?: { headers?: Record<string, string> } };
    const region = response?.headers?.['x-amz-bucket-region'];
    if (region === undefined) throw error;
    return region;
  }
}

function storedObject(content: _Object): StoredObject {
  return {
    key: content.Key ?? '',
    etag: unquoted(content.ETag ?? ''),
    size: content.Size ?? 0,
    modified: content.LastModified?.getTime() ?? 0,
  };
}

async function signingArguments(client: S3Client): Promise<string[]> {
  const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])].map(quoteText);
}

function encodeKey(key: string): string {
  return key.split('/').map(encodeSegment).join('/');
}

/** The engine reads quotes and parentheses in a URL as they are, but not all libraries do. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(/[!'()]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

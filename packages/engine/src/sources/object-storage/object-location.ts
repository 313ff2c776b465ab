import type { ObjectStorageSource, Readable } from '@penstock/contract';
import { PipeError } from '../../pipe-runtime.ts';
import { escapeGlob } from './glob.ts';

/** Where the objects of a pipe are, for the types with the interface of S3. */
export interface ObjectLocation {
  /** The URL of the service, without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** The region that the URL names. */
  readonly region: string | undefined;
  /** Whether the store is the one of AWS, which has a bucket in one region. */
  readonly isAws: boolean;
  /** The pattern of the keys. */
  readonly pattern: string;
}

/** @throws PipeError if the URL names no bucket */
export function locateObjects({ type, url = '' }: Readable<ObjectStorageSource>): ObjectLocation {
  const [, scheme = '', host = '', path = ''] = /^(https?|s3|gs):\/\/([^/]+)\/?(.*)$/.exec(url) ?? [];
  if (scheme === 's3') return found(AWS, host, path, { isAws: true });
  if (scheme === 'gs') return found(GOOGLE, host, path);
  const known =
    type === 's3' ? onAws(host, path) : type === 'gcs' ? onGoogle(host, path) : onSpaces(host, path);
  if (known !== undefined) return known;
  const [, bucket = '', key = ''] = /^([^/]+)\/?(.*)$/.exec(path) ?? [];
  return found(`${scheme}://${host}`, bucket, key);
}

const AWS = 'https://s3.amazonaws.com';
const GOOGLE = 'https://storage.googleapis.com';

/** `bucket.s3.eu-west-1.amazonaws.com/key` and `s3.eu-west-1.amazonaws.com/bucket/key`, also dual-stack and in China. */
function onAws(host: string, path: string): ObjectLocation | undefined {
  const [, bucket, dualstack = '', region, suffix] =
    /^(?:(.+)\.)?s3(\.dualstack)?(?:[.-]([a-z]{2}(?:-[a-z]+)+-\d+))?\.(amazonaws\.com(?:\.cn)?)$/i.exec(
      host,
    ) ?? [];
  if (suffix === undefined) return undefined;
  const endpoint = region === undefined ? AWS : `https://s3${dualstack}.${region}.${suffix}`;
  return inHostOrPath(endpoint, bucket, path, { isAws: true, region });
}

function onGoogle(host: string, path: string): ObjectLocation | undefined {
  const [match, bucket] = /^(?:(.+)\.)?storage\.(?:cloud\.google|googleapis)\.com$/i.exec(host) ?? [];
  return match === undefined ? undefined : inHostOrPath(GOOGLE, bucket, path);
}

/** `bucket.fra1.digitaloceanspaces.com/key` and `fra1.digitaloceanspaces.com/bucket/key`. */
function onSpaces(host: string, path: string): ObjectLocation | undefined {
  const [, bucket, region] = /^(?:(.+)\.)?([a-z0-9]+)(?:\.cdn)?\.digitaloceanspaces\.com$/i.exec(host) ?? [];
  if (region === undefined) return undefined;
  return inHostOrPath(`https://${region}.digitaloceanspaces.com`, bucket, path);
}

type Details = Partial<Pick<ObjectLocation, 'isAws' | 'region'>>;

function inHostOrPath(endpoint: string, bucket: string | undefined, path: string, details?: Details) {
  if (bucket !== undefined) return found(endpoint, bucket, path, details);
  const [, first = '', key = ''] = /^([^/]*)\/?(.*)$/.exec(path) ?? [];
  return found(endpoint, first, key, details);
}

function found(endpoint: string, bucket: string, path: string, details: Details = {}): ObjectLocation {
  if (bucket === '' || /[*?{}]/.test(bucket)) {
    throw new PipeError(
      'source_not_found',
      'The URL names no bucket. Use https://<host>/<bucket>/<objects>, or the form of the provider.',
    );
  }
  const { isAws = false, region } = details;
  return { endpoint, bucket, isAws, region, pattern: decodePath(path) };
}

/** Decodes `%20` and the like. A decoded wildcard is a character of the key. */
function decodePath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return escapeGlob(decodeURIComponent(encoded));
    } catch {
      return encoded;
    }
  });
}

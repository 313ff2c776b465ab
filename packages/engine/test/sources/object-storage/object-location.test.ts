import { expect, test } from 'vitest';
import { locateObjects } from '../../../src/sources/object-storage/object-location.ts';
import type { ObjectStorage } from '../../support/object-storage.ts';

test.each([
  [
    's3',
    'https://exports.s3.eu-west-1.amazonaws.com/o/*.gz',
    'https://s3.eu-west-1.amazonaws.com',
    'exports',
    'o/*.gz',
  ],
  ['s3', 'https://a.b.s3-us-west-2.amazonaws.com/x', 'https://s3.us-west-2.amazonaws.com', 'a.b', 'x'],
  [
    's3',
    'https://s3.eu-west-1.amazonaws.com/exports/x',
    'https://s3.eu-west-1.amazonaws.com',
    'exports',
    'x',
  ],
  [
    's3',
    'https://exports.s3.cn-north-1.amazonaws.com.cn/x',
    'https://s3.cn-north-1.amazonaws.com.cn',
    'exports',
    'x',
  ],
  [
    's3',
    'https://e.s3.dualstack.eu-west-1.amazonaws.com/x',
    'https://s3.dualstack.eu-west-1.amazonaws.com',
    'e',
    'x',
  ],
  ['s3', 'https://exports.s3.amazonaws.com/x', 'https://s3.amazonaws.com', 'exports', 'x'],
  ['s3', 's3://exports/a/**', 'https://s3.amazonaws.com', 'exports', 'a/**'],
  ['s3', 'http://minio.internal:9000/exports/a/b', 'http://minio.internal:9000', 'exports', 'a/b'],
  ['s3', 'https://s3.amazonaws.com.example.net/b/x', 'https://s3.amazonaws.com.example.net', 'b', 'x'],
  ['gcs', 'gs://exports/x', 'https://storage.googleapis.com', 'exports', 'x'],
  ['gcs', 'https://storage.googleapis.com/exports/x', 'https://storage.googleapis.com', 'exports', 'x'],
  ['gcs', 'https://exports.storage.googleapis.com/x', 'https://storage.googleapis.com', 'exports', 'x'],
  [
    'dospaces',
    'https://exports.fra1.digitaloceanspaces.com/x',
    'https://fra1.digitaloceanspaces.com',
    'exports',
    'x',
  ],
  [
    'dospaces',
    'https://fra1.digitaloceanspaces.com/exports/x',
    'https://fra1.digitaloceanspaces.com',
    'exports',
    'x',
  ],
  ['s3', 'http://localhost/b/a%20b%2A%C3%BC%zz', 'http://localhost', 'b', 'a b\\*ü%zz'],
  ['s3', 'http://localhost/b', 'http://localhost', 'b', ''],
])('%s %s', (type, url, endpoint, bucket, pattern) => {
  expect(locateObjects({ type, url } as ObjectStorage)).toMatchObject({ endpoint, bucket, pattern });
});

test.each(['http://localhost', 'http://localhost/', 'http://localhost/*/x', 's3://*/x'])(
  '%s names no bucket',
  (url) => {
    expect(() => locateObjects({ type: 's3', url } as ObjectStorage)).toThrow('The URL names no bucket');
  },
);

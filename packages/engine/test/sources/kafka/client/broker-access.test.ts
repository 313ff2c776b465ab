import { expect, test } from 'vitest';
import type { PipeDefinition, PipeSecrets } from '../../../../src/pipe.ts';
import { brokerAccess } from '../../../../src/sources/kafka/client/broker-access.ts';
import { parseBrokers } from '../../../../src/sources/kafka/client/broker-address.ts';
import { definition } from '../../../support/pipes.ts';

type KafkaDefinition = NonNullable<PipeDefinition['source']['kafka']>;

function accessOf(source: Partial<KafkaDefinition>, secrets: PipeSecrets = {}) {
  const kafka = { ...definition().source.kafka, ...source } as KafkaDefinition;
  return brokerAccess(kafka, secrets, parseBrokers(kafka.brokers));
}

test('an event hub gets its connection string as the password, over TLS', () => {
  const connectionString =
    'Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=r;SharedAccessKey=k';
  expect(accessOf({ type: 'azureeventhub' }, { connectionString })).toEqual({
    sasl: { mechanism: 'PLAIN', username: '$ConnectionString', password: connectionString },
    tls: {},
  });
});

test('an access key signs a token for the region of the brokers', async () => {
  const { sasl, tls } = accessOf(
    {
      type: 'msk',
      authentication: 'IAM_USER',
      brokers: 'b-1.orders.a1b2c3.c4.kafka.eu-west-1.amazonaws.com:9098',
    },
    { accessKey: { accessKeyId: 'AKIAEXAMPLE', secretKey: 'example-secret-key' } },
  );
  expect(tls).toEqual({});
  expect(sasl?.mechanism).toBe('OAUTHBEARER');
  const token = typeof sasl?.token === 'function' ? await sasl.token() : '';
  const url = new URL(Buffer.from(token, 'base64url').toString());
  expect(url.host).toBe('kafka.eu-west-1.amazonaws.com');
  expect(url.searchParams.get('Action')).toBe('kafka-cluster:Connect');
  expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^AKIAEXAMPLE\/.*\/eu-west-1\//);
  expect(url.href).not.toContain('example-secret-key');
});

test('brokers whose names have no region cannot use AWS IAM', async () => {
  const { sasl } = accessOf(
    { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn:aws:iam::123456789012:role/reader' },
    {},
  );
  const token = typeof sasl?.token === 'function' ? sasl.token() : undefined;
  await expect(token).rejects.toMatchObject({
    code: 'authentication_failed',
    message: expect.stringContaining('The AWS region cannot be derived from localhost'),
  });
});

test('a pipe without credentials and certificates connects without TLS', () => {
  expect(accessOf({})).toEqual({});
});

test('reads IPv6 addresses of brokers', () => {
  expect(parseBrokers('[::1]:9092,broker-2.example.net:9093')).toEqual([
    { host: '::1', port: 9092 },
    { host: 'broker-2.example.net', port: 9093 },
  ]);
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import type { SharedBroker } from '@penstock/kafka/shared-broker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuntimePipe } from '../../../src/pipe-runtime.ts';
import { notInstalledReason } from '../../../src/port/embedded/installed.ts';
import { kafkaPipe } from '../../support/kafka/kafka-pipe.ts';
import { KafkaRuntime } from '../../support/kafka/kafka-runtime.ts';

type PipeOn = (broker: SharedBroker, topics: string) => RuntimePipe;

const withoutTls: PipeOn = ({ plaintext }, topics) => kafkaPipe({ brokers: plaintext, topics });
const withTls: PipeOn = ({ tls, certificates }, topics) =>
  kafkaPipe({ brokers: tls, topics, caCertificate: certificates.authority });
const withPassword =
  (authentication: string, password?: string): PipeOn =>
  ({ sasl, certificates, credentials }, topics) =>
    kafkaPipe(
      { brokers: sasl, topics, authentication, caCertificate: certificates.authority },
      { secrets: { credentials: { ...credentials, password: password ?? credentials.password } } },
    );
const withCertificate: PipeOn = ({ mutualTls, certificates }, topics) =>
  kafkaPipe(
    { brokers: mutualTls, topics, authentication: 'MUTUAL_TLS', caCertificate: certificates.authority },
    { secrets: { clientCertificate: certificates.client } },
  );

describeKafka('connections to brokers', notInstalledReason(), () => {
  let broker: SharedBroker;
  let kafka: KafkaRuntime;
  let topic: string;
  beforeAll(async () => {
    broker = await sharedBroker();
    kafka = await KafkaRuntime.start(broker.plaintext);
    topic = await kafka.topics.create();
    await kafka.topics.write(topic, ['{"id":7}']);
  });
  afterAll(() => kafka?.close());

  test.for<[string, PipeOn]>([
    ['without TLS', withoutTls],
    ['with TLS', withTls],
    ['with PLAIN over TLS', withPassword('PLAIN')],
    ['with SCRAM-SHA-256 over TLS', withPassword('SCRAM-SHA-256')],
    ['with SCRAM-SHA-512 over TLS', withPassword('SCRAM-SHA-512')],
    ['with a client certificate', withCertificate],
    [
      'when the first broker of the list is away',
      ({ plaintext }, topics) => kafkaPipe({ brokers: `localhost:1,${plaintext}`, topics }),
    ],
  ])('moves messages %s', async ([, pipeOn]) => {
    const pipe = pipeOn(broker, topic);
    await kafka.prepare(pipe);
    await kafka.moveMessages(pipe, 1);
    expect(await kafka.idsOf(pipe)).toEqual([7]);
  });

  test.for<[string, PipeOn, string, RegExp]>([
    [
      'a wrong password with PLAIN',
      withPassword('PLAIN', 'wrong'),
      'authentication_failed',
      /rejected the credentials/,
    ],
    [
      'a wrong password with SCRAM',
      withPassword('SCRAM-SHA-512', 'wrong'),
      'authentication_failed',
      /rejected the credentials/,
    ],
    [
      'a missing client certificate',
      ({ mutualTls, certificates }, topics) =>
        kafkaPipe({ brokers: mutualTls, topics, caCertificate: certificates.authority }),
      'authentication_failed',
      /client certificate/,
    ],
    [
      'a certificate of an unknown authority',
      ({ sasl, credentials }, topics) => kafkaPipe({ brokers: sasl, topics }, { secrets: { credentials } }),
      'source_unreachable',
      /Set caCertificate/,
    ],
    [
      'TLS that the pipe does not expect',
      ({ tls }, topics) => kafkaPipe({ brokers: tls, topics }),
      'source_unreachable',
      /requires TLS/,
    ],
    [
      'credentials for a broker without TLS',
      ({ plaintext, credentials }, topics) =>
        kafkaPipe({ brokers: plaintext, topics }, { secrets: { credentials } }),
      'source_unreachable',
      /only sent over TLS/,
    ],
    [
      'a broker that is away',
      (_broker, topics) => kafkaPipe({ brokers: 'localhost:1', topics }),
      'source_unreachable',
      /ECONNREFUSED/,
    ],
    [
      'a metadata address',
      (_broker, topics) => kafkaPipe({ brokers: '169.254.169.254:9092', topics }),
      'source_unreachable',
      /link-local or cloud metadata/,
    ],
    [
      'a topic that does not exist',
      ({ plaintext }) => kafkaPipe({ brokers: plaintext, topics: 'missing' }),
      'source_not_found',
      /missing/,
    ],
  ])('explains %s', async ([, pipeOn, code, message]) => {
    const pipe = pipeOn(broker, topic);
    const failure = await kafka.prepare(pipe).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PipeError', code, message: expect.stringMatching(message) });
    const password = pipe.secrets.credentials?.password;
    if (password !== undefined) expect(String(failure)).not.toContain(password);
  });

  test('checks the addresses that brokers return', async () => {
    const server = createServer((socket) => {
      socket.once('data', (request) => socket.end(metadataNaming('169.254.169.254', request.readInt32BE(8))));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pipe = kafkaPipe({ brokers: `127.0.0.1:${port}`, topics: 'orders' });
    await expect(kafka.prepare(pipe)).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringMatching(/169\.254\.169\.254.*link-local/),
    });
    server.close();
  });
});

/** A response to a metadata request of version 4: one broker, and one topic that it leads. */
function metadataNaming(host: string, correlationId: number): Buffer {
  const text = (value: string) => Buffer.concat([int16(value.length), Buffer.from(value)]);
  const body = Buffer.concat([
    int32(correlationId),
    int32(0), // throttle time
    ...[int32(1), int32(1), text(host), int32(9092), int16(-1)], // one broker without a rack
    int16(-1), // cluster
    int32(1), // controller
    ...[int32(1), int16(0), text('orders'), Buffer.from([0])], // one topic, not internal
    ...[int32(1), int16(0), int32(0), int32(1)], // one partition, led by the broker
    ...[int32(1), int32(1), int32(1), int32(1)], // replicas
  ]);
  return Buffer.concat([int32(body.length), body]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sourceAddresses } from '../../../src/sources/addresses/source-addresses.ts';
import { FanOut } from '../../../src/sources/kinesis/fan-out.ts';
import { Stream } from '../../../src/sources/kinesis/stream.ts';

const SHARD = 'shardId-000000000000';

/** A frame of an event stream of AWS: lengths and headers with checksums, then the body. */
function frame(event: string, body: object): Buffer {
  const header = (name: string, value: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(value.length);
    return Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7]),
      length,
      Buffer.from(value),
    ]);
  };
  const headers = Buffer.concat([
    header(':message-type', 'event'),
    header(':event-type', event),
    header(':content-type', 'application/x-amz-json-1.1'),
  ]);
  const payload = Buffer.from(JSON.stringify(body));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + payload.length + 16);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, number(crc32(prelude)), headers, payload]);
  return Buffer.concat([start, number(crc32(start))]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

type Handle = (action: string, body: Record<string, unknown>) => object | readonly Buffer[];

/** A server that responds over HTTP/2, with JSON or with events. */
async function startServer(handle: Handle): Promise<string> {
  const server = createServer();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const action = String(headers['x-amz-target']).replace(/^.*\./, '');
    void json(stream).then((body) => {
      const response = handle(action, body as Record<string, unknown>);
      const isJson = !Array.isArray(response);
      stream.respond({
        ':status': 'name' in response ? 400 : 200,
        'content-type': isJson ? 'application/x-amz-json-1.1' : 'application/vnd.amazon.eventstream',
      });
      stream.end(isJson ? JSON.stringify(response) : Buffer.concat(response as readonly Buffer[]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function record(id: number) {
  const Data = Buffer.from(`{"id":${id}}`).toString('base64');
  return { SequenceNumber: String(id), Data, PartitionKey: 'key', ApproximateArrivalTimestamp: 1 };
}

const page = (ids: readonly number[], next: number | undefined) =>
  frame('SubscribeToShardEvent', {
    Records: ids.map(record),
    ...(next !== undefined && { ContinuationSequenceNumber: String(next) }),
    MillisBehindLatest: 0,
  });

test('registers its consumer, subscribes again after its last record, and ends with the shard', async () => {
  const subscriptions: unknown[] = [];
  const responses = [
    [frame('initial-response', {}), page([1, 2], 2), page([], 4)],
    [frame('initial-response', {}), page([5], undefined)],
  ];
  let described = 0;
  vi.stubEnv(
    'AWS_ENDPOINT_URL_KINESIS',
    await startServer((action, body) => {
      if (action === 'RegisterStreamConsumer') return { __type: 'ResourceInUseException', name: 'used' };
      if (action === 'DescribeStreamConsumer') {
        described += 1;
        const ConsumerStatus = described === 1 ? 'CREATING' : 'ACTIVE';
        return {
          ConsumerDescription: { ConsumerARN: 'consumer', ConsumerName: body.ConsumerName, ConsumerStatus },
        };
      }
      subscriptions.push(body.StartingPosition);
      return responses.shift() ?? [];
    }),
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  const stream = new Stream({
    ...{ name: 'orders', region: 'us-east-1', addresses: sourceAddresses(undefined) },
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  vi.spyOn(stream, 'describe').mockResolvedValue({ StreamARN: 'stream' } as never);
  const fanOut = new FanOut(stream, 'pipe');
  onTestFinished(() => {
    fanOut.close();
    stream.close();
  });
  const pages: unknown[] = [];
  for await (const { records, isEnd } of fanOut.read(SHARD, { kind: 'oldest' }, new AbortController().signal))
    pages.push([records.map(({ SequenceNumber }) => SequenceNumber), isEnd]);
  expect(pages).toEqual([
    [['1', '2'], false],
    [[], false],
    [['5'], true],
  ]);
  expect(subscriptions).toEqual([
    { Type: 'TRIM_HORIZON' },
    { Type: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '4' },
  ]);
});

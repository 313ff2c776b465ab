import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateStreamCommand,
  DeleteStreamCommand,
  KinesisClient,
  ListShardsCommand,
  MergeShardsCommand,
  PutRecordsCommand,
  ResourceNotFoundException,
  type Shard,
  SplitShardCommand,
} from '@aws-sdk/client-kinesis';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { loadKinesalite } from './patched-kinesalite.ts';

const kinesalite = loadKinesalite();

/** It accepts any key. */
export const ACCESS_KEY = { accessKeyId: 'kinesalite', secretKey: 'kinesalite' };
export const REGION = 'us-east-1';
/** The service accepts so many records per request. */
const MOST_RECORDS = 500;

/** An error that the emulator responds with instead of what was asked for. */
export interface Failure {
  readonly status: number;
  /** The name of the error, for example `ExpiredIteratorException`. */
  readonly type: string;
}

/** Kinesis in this process. Its streams are in memory. */
export class KinesisEmulator {
  readonly url: string;
  /** Called for each request with the name of its action. */
  onRequest: (action: string) => Failure | undefined = () => undefined;
  readonly #server: Server;
  readonly #client: KinesisClient;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#client = new KinesisClient({
      endpoint: this.url,
      region: REGION,
      credentials: { accessKeyId: ACCESS_KEY.accessKeyId, secretAccessKey: ACCESS_KEY.secretKey },
      requestHandler: new NodeHttpHandler(),
    });
    this.#intercept();
  }

  static async start(): Promise<KinesisEmulator> {
    const server = kinesalite({
      createStreamMs: 0,
      updateStreamMs: 0,
      deleteStreamMs: 0,
      shardLimit: 10_000,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new KinesisEmulator(server);
  }

  async stop(): Promise<void> {
    this.#client.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Creates a stream, and returns its name. */
  async createStream(shards: number, name: string = `orders-${randomUUID()}`): Promise<string> {
    await this.#client.send(new CreateStreamCommand({ StreamName: name, ShardCount: shards }));
    await this.#openShards(name, shards);
    return name;
  }

  /** Deletes a stream with one shard, and creates it with other sequence numbers: they contain the second of the creation. */
  async createAgain(name: string): Promise<void> {
    const before = await this.#firstSequenceNumber(name);
    while ((await this.#firstSequenceNumber(await this.createStream(1))) === before);
    await this.#client.send(new DeleteStreamCommand({ StreamName: name }));
    while (await this.#exists(name));
    await this.createStream(1, name);
  }

  /** Writes records with different partition keys, so that all shards get some. */
  async put(stream: string, records: readonly (string | Uint8Array)[]): Promise<void> {
    for (let start = 0; start < records.length; start += MOST_RECORDS)
      await this.#client.send(
        new PutRecordsCommand({
          StreamName: stream,
          Records: records.slice(start, start + MOST_RECORDS).map((record) => ({
            PartitionKey: randomUUID(),
            Data: Buffer.from(record),
          })),
        }),
      );
  }

  /** Splits the first open shard in the middle. */
  async split(stream: string): Promise<void> {
    const shards = await this.#open(stream);
    const [{ ShardId, HashKeyRange } = {}] = shards;
    const [start, end] = [HashKeyRange?.StartingHashKey ?? '0', HashKeyRange?.EndingHashKey ?? '0'];
    const NewStartingHashKey = String((BigInt(start) + BigInt(end)) / 2n);
    await this.#client.send(
      new SplitShardCommand({ StreamName: stream, ShardToSplit: ShardId, NewStartingHashKey }),
    );
    await this.#openShards(stream, shards.length + 1);
  }

  /** Merges the two open shards with the smallest hash keys. */
  async merge(stream: string): Promise<void> {
    const shards = await this.#open(stream);
    const [one, other] = shards;
    await this.#client.send(
      new MergeShardsCommand({
        StreamName: stream,
        ShardToMerge: one?.ShardId,
        AdjacentShardToMerge: other?.ShardId,
      }),
    );
    await this.#openShards(stream, shards.length - 1);
  }

  async #firstSequenceNumber(stream: string): Promise<string | undefined> {
    const [shard] = await this.#open(stream);
    return shard?.SequenceNumberRange?.StartingSequenceNumber;
  }

  async #exists(stream: string): Promise<boolean> {
    try {
      await this.#open(stream);
      return true;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return false;
      throw error;
    }
  }

  /** In the order of their hash keys. */
  async #open(stream: string): Promise<Shard[]> {
    const { Shards: shards = [] } = await this.#client.send(new ListShardsCommand({ StreamName: stream }));
    return shards
      .filter(({ SequenceNumberRange: range }) => range?.EndingSequenceNumber === undefined)
      .toSorted((left, right) => (startOf(left) < startOf(right) ? -1 : 1));
  }

  /** Changes of shards take effect after the response. */
  async #openShards(stream: string, count: number): Promise<void> {
    while ((await this.#open(stream)).length !== count);
  }

  #intercept(): void {
    const [respond] = this.#server.listeners('request') as RequestListener[];
    this.#server.removeAllListeners('request');
    this.#server.on('request', (request, response) => {
      const failure = this.onRequest(actionOf(request));
      if (failure === undefined) return respond?.(request, response);
      request.resume();
      response
        .writeHead(failure.status, { 'Content-Type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify({ __type: failure.type, message: failure.type }));
    });
  }
}

function startOf({ HashKeyRange: range }: Shard): bigint {
  return BigInt(range?.StartingHashKey ?? '0');
}

function actionOf({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target']).replace(/^.*\./, '');
}

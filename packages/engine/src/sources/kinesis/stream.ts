import {
  type _Record,
  DescribeStreamSummaryCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  ListShardsCommand,
  type StreamDescriptionSummary,
} from '@aws-sdk/client-kinesis';
import type { SourceAddresses } from '../addresses/source-addresses.ts';
import type { AwsCredentials } from '../aws/aws-credentials.ts';
import { awsFailure, errorName, isThrottled } from '../aws/aws-failure.ts';
import { CheckedRequests } from '../aws/checked-requests.ts';
import { lostShard, otherStream } from './lost-position.ts';
import type { ShardStart } from './positions.ts';
import { startingPosition } from './starting-position.ts';

/** How to reach a stream. */
export interface StreamAccess {
  readonly name: string;
  readonly region: string;
  readonly credentials: AwsCredentials;
  readonly addresses: SourceAddresses;
}

export interface Shard {
  readonly id: string;
  /** The shards that were split or merged into it. They have to be read to their ends before it. */
  readonly parents: readonly string[];
}

/** Some records of a shard. */
export interface ShardPage {
  readonly records: readonly _Record[];
  /** The age of the newest record that was not returned yet; 0 if there is none. */
  readonly behindMs: number;
  /** The shard is closed, and this is its last page. */
  readonly isEnd: boolean;
}

/** Why a page of a shard was not returned now. */
export type Unavailable = 'expired' | 'throttled';

/** How often a request is sent before it fails. */
const ATTEMPTS = 3;

/** A stream, with the credentials of a pipe. All methods reject with a `PipeError`. */
export class Stream {
  readonly access: StreamAccess;
  readonly #client: KinesisClient;

  constructor(access: StreamAccess) {
    this.access = access;
    const { region, credentials, addresses } = access;
    this.#client = new KinesisClient({
      region,
      credentials,
      maxAttempts: ATTEMPTS,
      requestHandler: new CheckedRequests(addresses),
    });
  }

  async describe(signal: AbortSignal): Promise<StreamDescriptionSummary> {
    const command = new DescribeStreamSummaryCommand({ StreamName: this.access.name });
    const { StreamDescriptionSummary: summary } = await this.#client
      .send(command, { abortSignal: signal })
      .catch(this.explain);
    return summary as StreamDescriptionSummary;
  }

  /** All shards whose records may still exist. */
  async shards(signal: AbortSignal): Promise<Shard[]> {
    const shards: Shard[] = [];
    let token: string | undefined;
    do {
      const command = new ListShardsCommand(
        token === undefined ? { StreamName: this.access.name } : { NextToken: token },
      );
      const page = await this.#client.send(command, { abortSignal: signal }).catch(this.explain);
      for (const { ShardId: id = '', ParentShardId: one, AdjacentParentShardId: other } of page.Shards ?? [])
        shards.push({ id, parents: [one, other].filter((parent) => parent !== undefined) });
      token = page.NextToken;
    } while (token !== undefined);
    return shards;
  }

  /** The time of the service, in milliseconds since the UNIX epoch: the start of the current second. */
  async serviceTime(signal: AbortSignal): Promise<number> {
    let date: string | undefined;
    const command = new ListShardsCommand({ StreamName: this.access.name, MaxResults: 1 });
    command.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        date = (result.response as { headers?: Record<string, string> }).headers?.date;
        return result;
      },
      { step: 'deserialize', priority: 'low' },
    );
    await this.#client.send(command, { abortSignal: signal }).catch(this.explain);
    return Date.parse(date ?? '') || Math.floor(Date.now() / 1000) * 1000;
  }

  /** Valid for 5 minutes. @throws PipeError with the code `position_lost` if the shard or the record does not exist any more */
  async iterator(shard: string, start: ShardStart, signal: AbortSignal): Promise<string> {
    const { Type, SequenceNumber, Timestamp } = startingPosition(start);
    const command = new GetShardIteratorCommand({
      StreamName: this.access.name,
      ShardId: shard,
      ShardIteratorType: Type,
      ...(SequenceNumber !== undefined && { StartingSequenceNumber: SequenceNumber }),
      ...(Timestamp !== undefined && { Timestamp }),
    });
    const { ShardIterator: iterator } = await this.#client
      .send(command, { abortSignal: signal })
      .catch((error: unknown) => this.#explainIterator(error, shard, signal));
    return iterator as string;
  }

  /** The next records, and the iterator for those after them; undefined at the end of a closed shard. */
  async records(
    iterator: string,
    signal: AbortSignal,
    limit?: number,
  ): Promise<(ShardPage & { readonly next: string | undefined }) | Unavailable> {
    const command = new GetRecordsCommand({
      ShardIterator: iterator,
      ...(limit !== undefined && { Limit: limit }),
    });
    try {
      const result = await this.#client.send(command, { abortSignal: signal });
      const next = result.NextShardIterator;
      const { Records: records = [], MillisBehindLatest: behindMs = 0 } = result;
      return { records, behindMs, isEnd: next === undefined, next };
    } catch (error) {
      if (errorName(error) === 'ExpiredIteratorException') return 'expired';
      if (isThrottled(error)) return 'throttled';
      return this.explain(error);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  readonly explain = (error: unknown): never => {
    const { name, region } = this.access;
    throw awsFailure(error, {
      name: `the stream ${name} in ${region}`,
      missing: `The region ${region} has no stream ${name}. Check the name, the region and the account, or create the stream.`,
      permissions: 'list and read its shards',
    });
  };

  /** A shard and a stream that do not exist have the same error. */
  async #explainIterator(error: unknown, shard: string, signal: AbortSignal): Promise<never> {
    const kind = errorName(error);
    if (kind === 'InvalidArgumentException') throw otherStream(shard, this.access.name, error);
    if (kind !== 'ResourceNotFoundException') return this.explain(error);
    await this.shards(signal);
    throw lostShard(shard, this.access.name);
  }
}

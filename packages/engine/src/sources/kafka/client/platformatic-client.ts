import { setTimeout } from 'node:timers/promises';
import {
  type API,
  apiVersionsV1,
  type Connection,
  findCoordinatorV1,
  listOffsetsV2,
  metadataV4,
  offsetCommitV2,
  ResponseError,
} from '@platformatic/kafka';
import { PipeError } from '../../../pipe-runtime.ts';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';
import { numberOf, type Offsets, type PartitionName, partitionName, topicOf } from '../positions.ts';
import type { BrokerAddress } from './broker-address.ts';
import { type BrokerAccess, BrokerConnections } from './broker-connections.ts';
import { MOVED, requireSuccess } from './error-codes.ts';
import { FETCH_KEY, type FetchArguments, fetchApi } from './fetch-api.ts';
import type { FetchedPartition, FetchRequest, KafkaClient, Partition, StartPoint } from './kafka-client.ts';

const NO_REPLICA = -1;
/** Only messages of committed transactions are returned. */
const READ_COMMITTED = 1;
const UNKNOWN_TOPIC = 3;
const LEADER_NOT_AVAILABLE = 5;
const UNKNOWN_EPOCH = -1;
const CONSUMER_GROUP = 0;
const NO_GENERATION = -1;
const NO_SESSION = 0;
const NO_SESSION_EPOCH = -1;
/** A partition of a new topic, or of a broker that ended, has a leader within this time. */
const ELECTION_MS = 10_000;
const RETRY_MS = 250;
const FETCH_BYTES = 8 * 1024 * 1024;
const PARTITION_BYTES = 2 * 1024 * 1024;

/** The protocol, TLS and SASL of `@platformatic/kafka`, without its consumer, which makes an object of each message. */
export class PlatformaticClient implements KafkaClient {
  readonly #brokers: readonly BrokerAddress[];
  readonly #requests: BrokerConnections;
  readonly #connectForFetches: () => BrokerConnections;
  #fetches: BrokerConnections;
  #nodes: ReadonlyMap<number, BrokerAddress> = new Map();
  #fetchApi: API<FetchArguments, FetchedPartition[]> | undefined;

  constructor(brokers: readonly BrokerAddress[], access: BrokerAccess, addresses: SourceAddresses) {
    this.#brokers = brokers;
    this.#requests = new BrokerConnections(access, addresses);
    this.#connectForFetches = () => new BrokerConnections(access, addresses);
    this.#fetches = this.#connectForFetches();
  }

  async partitions(topics: readonly string[]): Promise<readonly Partition[]> {
    const metadata = await this.#sendToAny((connection) =>
      tolerant(metadataV4.api.async(connection, [...topics], false)),
    );
    const nodes = new Map(metadata.brokers.map(({ nodeId, host, port }) => [nodeId, { host, port }]));
    this.#nodes = nodes;
    return metadata.topics.flatMap(({ name, errorCode, partitions }) => {
      if (errorCode === UNKNOWN_TOPIC) throw unknownTopic(name);
      if (errorCode !== LEADER_NOT_AVAILABLE) requireSuccess(errorCode, `describe the topic ${name}`);
      return partitions.map(({ partitionIndex, leaderId }) => ({
        name: partitionName(name, partitionIndex),
        leader: nodes.has(leaderId) ? leaderId : undefined,
      }));
    });
  }

  async offsets(partitions: readonly Partition[], at: StartPoint): Promise<Map<PartitionName, number>> {
    const found = new Map<PartitionName, number>();
    const deadline = performance.now() + ELECTION_MS;
    let missing = partitions;
    while (missing.length > 0) {
      await this.#findOffsets(missing, at, found);
      missing = missing.filter(({ name }) => !found.has(name));
      if (missing.length === 0) break;
      if (performance.now() > deadline) throw noLeader(missing.map(({ name }) => name));
      await setTimeout(RETRY_MS);
      const known = await this.partitions([...new Set(missing.map(({ name }) => topicOf(name)))]);
      missing = known.filter(({ name }) => missing.some((partition) => partition.name === name));
    }
    return found;
  }

  /** Partitions without a leader, or with a new one, are left out. */
  async #findOffsets(
    partitions: readonly Partition[],
    at: StartPoint,
    found: Map<PartitionName, number>,
  ): Promise<void> {
    for (const [leader, group] of Map.groupBy(partitions, (partition) => partition.leader)) {
      if (leader === undefined) continue;
      const names = group.map(({ name }) => name);
      const { topics } = await this.#requests.send(this.#nodeOf(leader, names), (connection) =>
        tolerant(listOffsetsV2.api.async(connection, NO_REPLICA, READ_COMMITTED, offsetTopics(names, at))),
      );
      for (const topic of topics)
        for (const { partitionIndex, errorCode, offset } of topic.partitions) {
          if (MOVED.has(errorCode)) continue;
          requireSuccess(errorCode, `find offsets of the topic ${topic.name}`);
          found.set(partitionName(topic.name, partitionIndex), Number(offset));
        }
    }
  }

  async fetch(leader: number, request: FetchRequest): Promise<readonly FetchedPartition[]> {
    const names = [...request.offsets.keys()];
    return await this.#fetches.send(this.#nodeOf(leader, names), async (connection) => {
      this.#fetchApi ??= fetchApi(await newestFetchVersion(connection));
      return await this.#fetchApi.async(connection, ...fetchArguments(request));
    });
  }

  interrupt(): void {
    this.#fetches.close();
    this.#fetches = this.#connectForFetches();
  }

  async commit(group: string, offsets: Offsets): Promise<void> {
    const { coordinators } = await this.#sendToAny((connection) =>
      findCoordinatorV1.api.async(connection, CONSUMER_GROUP, [group]),
    );
    const [coordinator] = coordinators;
    if (coordinator === undefined) return;
    await this.#requests.send(coordinator, (connection) =>
      offsetCommitV2.api.async(connection, group, NO_GENERATION, '', null, commitTopics(offsets)),
    );
  }

  close(): void {
    this.#requests.close();
    this.#fetches.close();
  }

  /** Sends to the first broker that can be reached: the known ones, then the ones of the pipe. */
  async #sendToAny<Response>(send: (connection: Connection) => Promise<Response>): Promise<Response> {
    let failure: unknown;
    for (const broker of [...this.#nodes.values(), ...this.#brokers]) {
      try {
        return await this.#requests.send(broker, send);
      } catch (error) {
        if (!(error instanceof PipeError) || error.code !== 'source_unreachable') throw error;
        failure = error;
      }
    }
    throw failure;
  }

  #nodeOf(leader: number | undefined, partitions: readonly PartitionName[]): BrokerAddress {
    const node = this.#nodes.get(leader ?? -1);
    if (node !== undefined) return node;
    throw noLeader(partitions);
  }
}

function unknownTopic(name: string): PipeError {
  return new PipeError(
    'source_not_found',
    `The topic ${name} does not exist, or the credentials of the pipe may not describe it. Create the topic, or check its name.`,
  );
}

function noLeader(partitions: readonly PartitionName[]): PipeError {
  return new PipeError('source_unreachable', `No broker leads ${partitions.join(', ')} now.`);
}

/** A response that contains errors of single topics or partitions, as a response. */
function tolerant<Response>(sent: Promise<Response>): Promise<Response> {
  return sent.catch((error: unknown) => {
    if (error instanceof ResponseError) return error.response as Response;
    throw error;
  });
}

async function newestFetchVersion(connection: Connection): Promise<number> {
  const { apiKeys } = await apiVersionsV1.api.async(connection, '', '');
  return apiKeys.find(({ apiKey }) => apiKey === FETCH_KEY)?.maxVersion ?? 0;
}

function offsetTopics(names: readonly PartitionName[], at: StartPoint) {
  const timestamp = at === 'earliest' ? -2n : at === 'latest' ? -1n : BigInt(at);
  return byTopic(names, (name) => ({
    partitionIndex: numberOf(name),
    currentLeaderEpoch: UNKNOWN_EPOCH,
    timestamp,
  }));
}

/** Without a session, so each request lists all partitions. */
function fetchArguments({ maxWaitMs, minBytes, offsets }: FetchRequest): FetchArguments {
  const topics = byTopic([...offsets.keys()], (name) => ({
    partition: numberOf(name),
    currentLeaderEpoch: UNKNOWN_EPOCH,
    lastFetchedEpoch: UNKNOWN_EPOCH,
    fetchOffset: BigInt(offsets.get(name) as number),
    partitionMaxBytes: PARTITION_BYTES,
  }));
  const named = topics.map(({ name, partitions }) => ({ topicId: name, partitions }));
  return [maxWaitMs, minBytes, FETCH_BYTES, READ_COMMITTED, NO_SESSION, NO_SESSION_EPOCH, named, [], ''];
}

function commitTopics(offsets: Offsets) {
  return byTopic([...offsets.keys()], (name) => ({
    partitionIndex: numberOf(name),
    committedOffset: BigInt(offsets.get(name) as number),
    committedLeaderEpoch: UNKNOWN_EPOCH,
  }));
}

function byTopic<Entry>(names: readonly PartitionName[], entryOf: (name: PartitionName) => Entry) {
  const groups = Map.groupBy(names, topicOf);
  return [...groups].map(([name, partitions]) => ({ name, partitions: partitions.map(entryOf) }));
}

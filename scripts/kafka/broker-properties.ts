import type { Properties } from './storage.ts';

/** One node of a cluster that is as small as possible. */
export function nodeProperties(
  node: number,
  voters: ReadonlyMap<number, number>,
  folder: string,
): Properties {
  return {
    'process.roles': 'broker,controller',
    'node.id': node,
    'controller.quorum.voters': [...voters].map(([id, port]) => `${id}@127.0.0.1:${port}`).join(','),
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': folder,
    'auto.create.topics.enable': 'false',
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'num.network.threads': 1,
    'num.io.threads': 2,
    'background.threads': 1,
    'num.replica.fetchers': 1,
    'num.recovery.threads.per.data.dir': 1,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
    // Tests write messages with old timestamps.
    'log.retention.ms': -1,
  };
}

/** An error of the engine that concerns every row, whatever it contains. */
export interface EngineErrorRule {
  readonly code: number;
  /** What it means for the table, and what to do. */
  readonly sentence: string;
  /** Without it the pipe is Degraded and retried. Otherwise it is Failed at once, because only a change of settings helps. */
  readonly isFinal?: true;
}

/** The errors of a server or of a cluster, by their names. `docs/cluster.md` lists them. */
export const ENGINE_ERRORS: Readonly<Record<string, EngineErrorRule>> = {
  ACCESS_DENIED: { code: 497, sentence: 'The user of the engine may not insert into it' },
  ALL_CONNECTION_TRIES_FAILED: { code: 279, sentence: 'No server of a shard responds' },
  AUTHENTICATION_FAILED: { code: 516, sentence: 'The engine rejected the user or the password' },
  CANNOT_OPEN_FILE: { code: 76, sentence: 'The engine cannot open its files' },
  CANNOT_SCHEDULE_TASK: { code: 439, sentence: 'The engine has no free thread. Reduce its load' },
  CANNOT_WRITE_TO_FILE_DESCRIPTOR: { code: 75, sentence: 'The engine cannot write to its disk' },
  CLUSTER_DOESNT_EXIST: {
    code: 701,
    sentence: 'The engine knows no cluster with the name in PENSTOCK_ENGINE_CLUSTER. Correct the setting',
    isFinal: true,
  },
  KEEPER_EXCEPTION: { code: 999, sentence: 'The Keeper of the cluster does not respond' },
  MEMORY_LIMIT_EXCEEDED: {
    code: 241,
    sentence:
      'The insert needs more memory than the engine has. Insert smaller batches, or give the engine more memory',
  },
  NETWORK_ERROR: { code: 210, sentence: 'A server of the cluster cannot be reached' },
  NOT_ENOUGH_SPACE: { code: 243, sentence: 'The disk of the engine is full. Free some disk space' },
  NO_ACTIVE_REPLICAS: { code: 254, sentence: 'No replica of it is active' },
  NO_SUCH_COLUMN_IN_TABLE: {
    code: 16,
    sentence: 'It has lost a column. Add the column again, or change the columns of the pipe',
  },
  NO_ZOOKEEPER: { code: 225, sentence: 'The server has no connection to the Keeper of the cluster' },
  REPLICA_ALREADY_EXISTS: {
    code: 253,
    sentence:
      'The Keeper of the cluster still has a replica of it. Remove that with SYSTEM DROP REPLICA, or use another table',
    isFinal: true,
  },
  SOCKET_TIMEOUT: { code: 209, sentence: 'A server of the cluster does not respond' },
  TABLE_IS_DROPPED: { code: 218, sentence: 'It is being dropped' },
  TABLE_IS_READ_ONLY: {
    code: 242,
    sentence: 'It is read-only now, because its server has no connection to the Keeper or no disk space',
  },
  TIMEOUT_EXCEEDED: { code: 159, sentence: 'The statement took too long' },
  TOO_FEW_LIVE_REPLICAS: { code: 285, sentence: 'It has fewer live replicas than the quorum of inserts' },
  TOO_MANY_PARTS: {
    code: 252,
    sentence: 'The engine has not merged its parts yet. Insert larger batches, or use fewer partitions',
  },
  TOO_MANY_SIMULTANEOUS_QUERIES: { code: 202, sentence: 'The engine runs too many statements at once' },
  UNFINISHED: { code: 341, sentence: 'A server of the cluster has not executed the statement in time' },
  UNKNOWN_DATABASE: {
    code: 81,
    sentence: 'Its database does not exist any more. Create it again, or stop and start the pipe',
  },
  UNKNOWN_STATUS_OF_INSERT: {
    code: 319,
    sentence: 'The engine lost its Keeper during the insert. The batch is repeated, and no row arrives twice',
  },
  UNKNOWN_TABLE: {
    code: 60,
    sentence: 'It does not exist any more. Create it again, or stop and start the pipe',
  },
  UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE: {
    code: 286,
    sentence: 'An earlier insert has not reached its quorum yet',
  },
};

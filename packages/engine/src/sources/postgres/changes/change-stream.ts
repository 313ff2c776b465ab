import type { Client, Connection } from 'pg';
import { quoteIdentifier } from '../relations/quote-identifier.ts';
import type { StreamStep } from './change.ts';
import { formatLsn } from './lsn.ts';
import { StepQueue } from './step-queue.ts';
import { TransactionParts } from './transaction-parts.ts';

/** Where a stream of changes begins. */
export interface StreamStart {
  readonly slot: string;
  readonly publication: string;
  /** The position after the last change that is durable; 0 begins where the slot does. */
  readonly after: bigint;
}

/** Committed changes of Postgres, in the order of their commits. */
export interface ChangeStream {
  /** Ends when `signal` is aborted. It rejects if the server ends the stream. To be called once. */
  steps(signal: AbortSignal): AsyncIterable<StreamStep>;
  /** Everything before a position is durable, so the server no longer needs to keep it. */
  acknowledge(endLsn: bigint): void;
  /** Ends the stream and its connection. */
  close(): Promise<void>;
}

const STATUS_MS = 5_000;

const DATA = 0x77;
const KEEP_ALIVE = 0x6b;

/**
 * Starts to read the changes of a slot.
 *
 * @param client connected, with `replication: 'database'` and the options of a session; the stream owns it from now on
 */
export function openChangeStream(client: Client, start: StreamStart): ChangeStream {
  const { connection } = client as Client & { readonly connection: ReplicationConnection };
  const queue = new StepQueue({
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
  });
  const parts = new TransactionParts((step) => queue.push(step));
  let received = start.after;
  let acknowledged = start.after;
  const report = () => {
    if (connection.stream.writable) connection.sendCopyFromChunk(statusOf(received, acknowledged));
  };

  const receive = ({ chunk }: { readonly chunk: Buffer }): void => {
    try {
      if (chunk[0] === DATA) {
        const lsn = chunk.readBigUInt64BE(1);
        if (lsn > received) received = lsn;
        parts.read(lsn, chunk.subarray(25));
      } else if (chunk[0] === KEEP_ALIVE) {
        const end = chunk.readBigUInt64BE(1);
        if (end > received) received = end;
        parts.reached(end);
        if (chunk[17] === 1) report();
      }
    } catch (error) {
      queue.end(error);
    }
  };

  connection.on('copyData', receive);
  client.on('error', (error: Error) => queue.end(error));
  client.on('end', () => queue.end(new Error('The server has closed the connection.')));
  client.query(startStatement(start)).then(
    () => queue.end(new Error('The server has ended the stream of changes.')),
    (error: unknown) => queue.end(error),
  );
  // The server ends a stream without reports, also while the queue is full and its messages are not read.
  const timer = setInterval(report, STATUS_MS);

  return {
    async *steps(signal) {
      const stop = () => queue.end();
      signal.addEventListener('abort', stop, { once: true });
      try {
        while (!signal.aborted) {
          const step = await queue.take();
          if (step === undefined || signal.aborted) return;
          yield step;
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    acknowledge(endLsn) {
      if (endLsn <= acknowledged) return;
      acknowledged = endLsn;
      report();
    },
    async close() {
      clearInterval(timer);
      connection.off('copyData', receive);
      queue.end();
      connection.stream.resume();
      await client.end();
    },
  };
}

/** What the types of `pg` do not describe. */
interface ReplicationConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
}

function startStatement({ slot, publication, after }: StreamStart): string {
  const names = quoteIdentifier(publication).replaceAll("'", "''");
  return `START_REPLICATION SLOT ${quoteIdentifier(slot)} LOGICAL ${formatLsn(after)} (proto_version '1', publication_names '${names}')`;
}

const MICROSECONDS_OF_2000 = 946_684_800_000_000n;

function statusOf(received: bigint, acknowledged: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  message.writeBigUInt64BE(received > acknowledged ? received : acknowledged, 1);
  message.writeBigUInt64BE(acknowledged, 9);
  message.writeBigUInt64BE(acknowledged, 17);
  message.writeBigInt64BE(BigInt(Date.now()) * 1000n - MICROSECONDS_OF_2000, 25);
  return message;
}

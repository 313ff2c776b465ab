import { totalmem } from 'node:os';
import { EngineUnavailableError } from '../engine-error.ts';
import type { EnginePort, EngineStatus, Query } from '../engine-port.ts';
import { remoteEngine } from '../remote/remote-engine.ts';
import { prepareEngineFolder } from './engine-folder.ts';
import { startEngineProcess } from './engine-process.ts';
import { notInstalledReason } from './installed.ts';
import { isListening } from './socket.ts';
import { type SupervisorEvent, supervise } from './supervisor.ts';

export interface EmbeddedEngineOptions {
  /** The engine has the folder `engine` and the socket `engine.sock` in it. */
  readonly dataFolder: string;
  /** Half of the memory of the machine by default. */
  readonly memoryMb?: number | undefined;
  readonly onEvent?: (event: SupervisorEvent) => void;
}

export interface EmbeddedEngine extends EnginePort {
  /** The process of the engine; undefined while there is none. */
  readonly pid: number | undefined;
}

/** A statement waits this long for an engine that restarts. */
const PATIENCE_MS = 10_000;

/**
 * Starts ClickHouse in a process of its own and keeps it running. If the process ends, running statements fail with an
 * `EngineUnavailableError`, later ones wait for its successor for a while, and nothing else is affected.
 *
 * @throws Error with a message for the operator if it cannot start
 */
export async function embeddedEngine({
  dataFolder,
  memoryMb,
  onEvent = () => {},
}: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const missing = notInstalledReason();
  if (missing !== undefined) throw new Error(`The embedded engine cannot start: ${missing}.`);
  const folder = prepareEngineFolder(dataFolder, memoryBytes(memoryMb));
  const start = async () => {
    if (await isListening(folder.socket)) throw new Error(takenBy(dataFolder));
    return startEngineProcess(folder);
  };
  const first = await start().catch(async (error: unknown) => {
    if (await isListening(folder.socket)) throw new Error(takenBy(dataFolder));
    throw new Error(`The embedded engine cannot start in ${folder.folder}: ${(error as Error).message}`, {
      cause: error,
    });
  });
  const supervisor = supervise(first, start, onEvent);
  const remote = remoteEngine({ url: 'http://engine', socketPath: folder.socket });
  let closed = false;

  /** `isProbed`: whether the socket is tried first, which costs half a millisecond. */
  const ready = async (signal: AbortSignal | undefined, isProbed: boolean) => {
    if (closed) throw new EngineUnavailableError('The engine is closed.');
    if (supervisor.current !== undefined && !isProbed) return;
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const limit = AbortSignal.any([patience, ...(signal === undefined ? [] : [signal])]);
    // A connection is refused a little earlier than the end of the process is reported.
    while (supervisor.current === undefined || !(await isListening(folder.socket))) {
      await supervisor.next(limit).catch(() => {
        signal?.throwIfAborted();
        throw new EngineUnavailableError(
          'The engine is not available: its process is restarting. Try again later.',
        );
      });
    }
  };

  /** Waits for the process; `run` is repeated if the process ended before it accepted the statement. */
  const whenReady = async <Result>(
    { signal, isRepeatable }: { signal: AbortSignal | undefined; isRepeatable: boolean },
    run: () => Promise<Result>,
  ): Promise<Result> => {
    for (let isProbed = !isRepeatable; ; isProbed = true) {
      await ready(signal, isProbed);
      try {
        return await run();
      } catch (error) {
        if (!isRepeatable || !wasNeverConnected(error)) throw error;
      }
    }
  };

  async function* stream(query: Query): AsyncGenerator<Uint8Array> {
    const options = { signal: query.signal, isRepeatable: query.data === undefined };
    const { chunks, first } = await whenReady(options, async () => {
      const chunks = remote.stream(query)[Symbol.asyncIterator]();
      return { chunks, first: await chunks.next() };
    });
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }

  return {
    get status(): EngineStatus {
      const state = closed ? 'closed' : supervisor.current === undefined ? 'restarting' : 'ready';
      const { restarts } = supervisor;
      return { engine: 'embedded', location: folder.folder, state, version: first.version, restarts };
    },
    get pid() {
      return supervisor.current?.pid;
    },
    query: (query) =>
      whenReady({ signal: query.signal, isRepeatable: query.data === undefined }, () => remote.query(query)),
    stream,
    insert: (insert) =>
      whenReady({ signal: insert.signal, isRepeatable: insert.bytes instanceof Uint8Array }, () =>
        remote.insert(insert),
      ),
    command: (statement) =>
      whenReady({ signal: statement.signal, isRepeatable: true }, () => remote.command(statement)),
    async close() {
      closed = true;
      await supervisor.stop();
      await remote.close();
    },
  };
}

/** Whether nothing accepted the connection, so that no part of the statement ran. */
function wasNeverConnected(error: unknown): boolean {
  if (!(error instanceof EngineUnavailableError)) return false;
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

function memoryBytes(memoryMb: number | undefined): number {
  if (memoryMb !== undefined) return memoryMb * 1024 * 1024;
  const limit = process.constrainedMemory() || totalmem();
  return Math.floor(Math.min(limit, totalmem()) / 2);
}

function takenBy(dataFolder: string): string {
  return `Another process runs the engine of ${dataFolder}. Stop it, or use another data folder.`;
}

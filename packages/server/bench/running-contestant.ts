import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BenchmarkError } from './benchmark-error.ts';
import type { MemoryReport, Question, RequestReport, UsageReport } from './contestant-process.ts';
import type { ContestantName } from './contestants.ts';
import { pinned } from './cores.ts';

/** A contestant that listens, seen from the outside. */
export interface RunningContestant extends AsyncDisposable {
  readonly port: number;
  /** CPU time so far, in microseconds. */
  cpu(): Promise<number>;
  /** Bytes that are alive after a garbage collection. */
  heap(): Promise<number>;
  /** CPU time of each request since the last call, in microseconds. The first call starts the counting. */
  requests(): Promise<readonly number[]>;
}

/** @throws BenchmarkError (rejects) if it does not come to listen. */
export async function startContestant(
  name: ContestantName,
  core: number | undefined,
): Promise<RunningContestant> {
  const [command, ...parameters] = pinned(core, [
    process.execPath,
    '--expose-gc',
    '--conditions=@penstock/source',
    join(import.meta.dirname, 'contestant-process.ts'),
    name,
  ]);
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await responseOf<number>(child, name);
  const ask = <Report>(question: Question) => {
    child.send(question);
    return responseOf<Report>(child, name);
  };
  return {
    port,
    cpu: async () => (await ask<UsageReport>('usage')).cpu,
    heap: async () => (await ask<MemoryReport>('memory')).heap,
    requests: async () => (await ask<RequestReport>('requests')).cpu,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** The next message of the process. */
async function responseOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  const ended = new AbortController();
  const leave = () => ended.abort();
  child.once('exit', leave);
  try {
    const [message] = await once(child, 'message', { signal: ended.signal });
    return message as Message;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new BenchmarkError(`The process of ${name} ended before it responded. Its output is above.`);
  } finally {
    child.off('exit', leave);
  }
}

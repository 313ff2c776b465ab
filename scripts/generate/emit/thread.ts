import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { SlowEmitters } from './slow-emitters.ts';

/** The slow emitters in a thread of their own. */
export interface EmitterThread extends SlowEmitters {
  stop(): Promise<void>;
}

/** Starts the thread, which loads the compilers at once. */
export function startEmitterThread(): EmitterThread {
  const worker = new Worker(new URL('thread-worker.ts', import.meta.url));
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // The error reaches the caller through the call that waits.
  failed.catch(() => {});
  const call = (name: keyof SlowEmitters) =>
    async function callInThread(...args: unknown[]) {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ name, args, reply: port2 }, [port2]);
      const [result] = await Promise.race([once(port1, 'message'), failed]).finally(() => port1.close());
      return result;
    };
  return {
    generateTypes: call('generateTypes'),
    compileValidators: call('compileValidators'),
    stop: async () => {
      await worker.terminate();
    },
  };
}

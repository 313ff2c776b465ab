import { enableCompileCache, flushCompileCache } from 'node:module';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { SlowEmitters } from './slow-emitters.ts';

/* The thread of thread.ts: calls a slow emitter and replies with its result. */

interface Call {
  name: keyof SlowEmitters;
  args: unknown[];
  reply: MessagePort;
}

enableCompileCache();
const { slowEmitters } = await import('./slow-emitters.ts');

parentPort?.on('message', async ({ name, args, reply }: Call) => {
  const emit = slowEmitters[name] as (...args: unknown[]) => Promise<unknown>;
  reply.postMessage(await emit(...args));
});
// Loaded now, while the contract is linted.
await Promise.all([import('./types.ts'), import('./validators/code.ts')]);
// The thread is stopped without the usual end of a program, which would write the cache.
flushCompileCache();

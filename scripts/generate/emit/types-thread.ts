import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { OpenApiDocument } from '../read/contract-reader.ts';

/** Generates the types of documents in a thread of its own. */
export interface TypesThread {
  typesOf(document: OpenApiDocument): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the thread, which loads the TypeScript compiler at once. Loading it and generating the types take as long as linting,
 * and the two need nothing of each other.
 */
export function startTypesThread(): TypesThread {
  const worker = new Worker(new URL('types-worker.ts', import.meta.url));
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // The error reaches the caller through `typesOf`.
  failed.catch(() => {});
  return {
    typesOf: (document) => {
      const { port1, port2 } = new MessageChannel();
      const types = once(port1, 'message').then(([source]) => source as string);
      worker.postMessage({ document, reply: port2 }, [port2]);
      return Promise.race([types, failed]).finally(() => port1.close());
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { OpenApiDocument } from '../read/contract-reader.ts';
import { generateTypes } from './types.ts';

/* The thread of types-thread.ts: replies to each document with its types. */

interface Request {
  document: OpenApiDocument;
  reply: MessagePort;
}

parentPort?.on('message', async ({ document, reply }: Request) => {
  reply.postMessage(await generateTypes(document));
});

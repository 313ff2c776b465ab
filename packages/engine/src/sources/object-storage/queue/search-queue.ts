import type { Message } from '@aws-sdk/client-sqs';
import type { Glob } from '../glob.ts';
import type { ObjectRange } from '../object-range.ts';
import type { ObjectStore, StoredObject } from '../object-store.ts';
import type { DividedObject, Packing } from '../packing.ts';
import { wasRead } from './read-objects.ts';
import { announcedObjects } from './s3-events.ts';
import type { SqsQueue } from './sqs-queue.ts';

const DEFAULT_COUNT = 100;

export interface QueueSearch {
  readonly queue: SqsQueue;
  readonly store: ObjectStore;
  readonly glob: Glob;
  readonly packing: Packing;
  /** How many messages are collected for a batch. */
  readonly most: number | undefined;
  /** Reports messages that announce nothing to read. */
  readonly note: (message: string) => void;
}

/**
 * Packs the objects that the messages of a queue announce, until the signal is aborted. Undefined stands for an empty queue. The
 * messages are deleted when the next step is asked for: then the rows of their objects are in the table, and the position is stored.
 */
export async function* searchQueue(
  search: QueueSearch,
  signal: AbortSignal,
): AsyncGenerator<ObjectRange | DividedObject | undefined> {
  const { queue, packing, most = DEFAULT_COUNT } = search;
  while (!signal.aborted) {
    const messages = await queue.receive(most);
    let isStored = false;
    try {
      for (const message of messages)
        for await (const object of newObjects(message, search, signal)) yield* packing.add(object);
      yield* packing.flush();
      isStored = !signal.aborted;
      if (isStored) await queue.delete(messages);
    } finally {
      // A failure does not matter: the queue returns them after a minute.
      if (!isStored) await queue.giveBack(messages).catch(() => {});
    }
    yield undefined;
  }
}

/** The objects of a message that match the pattern and were not read yet, as they are now. */
async function* newObjects(
  { Body: body = '', MessageId: id }: Message,
  { store, glob, packing, note }: QueueSearch,
  signal: AbortSignal,
): AsyncGenerator<StoredObject> {
  const announced = announcedObjects(body);
  if (announced === undefined)
    return note(`The message ${id} of the queue is no event of S3. It was deleted, and no object was read.`);
  for (const { bucket, key, at } of announced) {
    if (bucket !== store.bucket.bucket) {
      note(
        `The message ${id} of the queue announces an object of the bucket ${bucket}, which the pipe does not read.`,
      );
      continue;
    }
    if (key.endsWith('/') || !glob.matches(key)) continue;
    const object = await findObject(store, key, signal);
    if (object === undefined) note(`The object ${key} was deleted before it was read.`);
    else if (packing.position.queue === undefined || !wasRead(packing.position.queue, object, at))
      yield object;
  }
}

/** The object as it is now: it can have changed since the message was written. It is the first one with its key as the prefix. */
async function findObject(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  for await (const page of store.list(key, undefined, signal))
    return page.find((object) => object.key === key);
  return undefined;
}

import type { EngineError } from '../port/engine-error.ts';
import type { Message } from './messages.ts';
import { reasonOf } from './plain-reason.ts';

/** The error of the engine for messages that do not fit the columns, or undefined. */
export type Probe = (messages: readonly Message[]) => Promise<EngineError | undefined>;

/** Messages that do not fit, and why. */
export type Rejections = ReadonlyMap<Message, string>;

/** Finds the messages that do not fit by halving. For one message of n, it takes about 2 log n statements. */
export async function halve(messages: readonly Message[], probe: Probe): Promise<Rejections> {
  const rejections = new Map<Message, string>();
  const visit = async (some: readonly Message[]): Promise<void> => {
    const [first] = some;
    if (first === undefined) return;
    const error = await probe(some);
    if (error === undefined) return;
    if (some.length === 1) {
      rejections.set(first, reasonOf(error));
      return;
    }
    await visit(some.slice(0, some.length >> 1));
    await visit(some.slice(some.length >> 1));
  };
  await visit(messages);
  return rejections;
}

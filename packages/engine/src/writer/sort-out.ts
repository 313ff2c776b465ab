import { Readable } from 'node:stream';
import type { EngineError } from '../port/engine-error.ts';
import { quoteText } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { isAboutData } from './data-error.ts';
import { halve, type Probe, type Rejections } from './halve.ts';
import { INSERT_SECONDS } from './insert-seconds.ts';
import type { Message, Messages } from './messages.ts';
import { rejectObjects } from './reject-objects.ts';
import type { RejectedMessage } from './rejected-rows.ts';

/** Which messages fit the columns, and which do not, both in their order. */
export interface Sorted {
  readonly accepted: readonly Message[];
  readonly rejected: readonly RejectedMessage[];
}

/** Below this number, halving takes fewer statements. */
const FEW = 8;

/** Finds the messages of a batch that do not fit. Nothing is stored. */
export async function sortOut(destination: BatchDestination, batch: Messages): Promise<Sorted> {
  const messages = batch.split();
  const rejections = await rejectionsOf(destination, batch, messages);
  return {
    accepted: messages.filter((message) => !rejections.has(message)),
    rejected: messages.flatMap((message) => {
      const reason = rejections.get(message);
      return reason === undefined ? [] : [{ ...message, reason }];
    }),
  };
}

async function rejectionsOf(
  destination: BatchDestination,
  batch: Messages,
  messages: readonly Message[],
): Promise<Rejections> {
  const probe: Probe = (some) => errorOf(destination, batch, some);
  if (batch.format === 'JSONEachRow' && messages.length > FEW) {
    const rejections = await rejectObjects(destination, messages, probe);
    if (rejections !== undefined) return rejections;
  }
  return halve(messages, probe);
}

/** The parser that inserts the messages reads them, and the result goes nowhere. */
async function errorOf(
  { engine, plan, signal }: BatchDestination,
  { format, settings, frame }: Messages,
  messages: readonly Message[],
): Promise<EngineError | undefined> {
  try {
    await engine.query({
      sql: `${plan.checkFrom} input(${quoteText(plan.structure)}) FORMAT ${format}`,
      data: Readable.from(frame(messages)),
      settings: { ...plan.settings, ...settings },
      limits: { seconds: INSERT_SECONDS },
      signal,
    });
    return undefined;
  } catch (error) {
    if (isAboutData(error)) return error;
    throw error;
  }
}

import type { BatchDestination } from '../sources/source.ts';
import { findFitting } from './find-fitting.ts';
import { halve, type Probe, type Rejections } from './halve.ts';
import type { Message } from './messages.ts';
import { reasonOf } from './plain-reason.ts';

/** An exact reason takes a statement of its own. */
const EXACT_REASONS = 20;
const NO_OBJECT = 'The message is not a JSON object';
const LIKE_OTHERS = `The row does not fit the columns. Exact reasons are recorded for ${EXACT_REASONS} rows of a batch`;

/**
 * Finds the messages of JSONEachRow that do not fit with few statements, also if none of them fits. Undefined if the result does not
 * agree with the parser that inserts the messages.
 */
export async function rejectObjects(
  destination: BatchDestination,
  messages: readonly Message[],
  probe: Probe,
): Promise<Rejections | undefined> {
  const objects = new Map<Message, string>();
  const unclear: Message[] = [];
  const rejections = new Map<Message, string>();
  for (const message of messages) {
    const object = objectIn(message.bytes);
    if (object === undefined) rejections.set(message, NO_OBJECT);
    else if (object === '') unclear.push(message);
    else objects.set(message, object);
  }
  const fitting = await findFitting(destination, objects);
  if (fitting === undefined) return undefined;
  const unfit = [...objects.keys()].filter((message) => !fitting.has(message));
  for (const [index, message] of unfit.entries()) {
    const error = index < EXACT_REASONS ? await probe([message]) : undefined;
    if (index < EXACT_REASONS && error === undefined) return undefined;
    rejections.set(message, error === undefined ? LIKE_OTHERS : reasonOf(error));
  }
  for (const [message, reason] of await halve(unclear, probe)) rejections.set(message, reason);
  const accepted = messages.filter((message) => !rejections.has(message));
  return accepted.length > 0 && (await probe(accepted)) !== undefined ? undefined : rejections;
}

const OPENING = /^\s*(.?)/s;

/**
 * The text of a JSON object in one line. Undefined if the message cannot contain a row, and empty if only the engine can decide: it
 * reads more than JSON, for example several objects.
 */
function objectIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const opening = OPENING.exec(text)?.[1] ?? '';
  if (opening === '' || opening === '[' || opening === ',') return '';
  if (opening !== '{') return undefined;
  try {
    JSON.parse(text);
    return text.replace(/[\r\n]/g, ' ');
  } catch {
    return '';
  }
}

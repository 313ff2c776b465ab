import { quoteName } from '../port/names.ts';
import type { BatchDestination } from '../sources/source.ts';
import { findFitting } from './find-fitting.ts';
import { halve, type Probe, type Rejections } from './halve.ts';
import type { Message } from './messages.ts';
import { reasonOf } from './plain-reason.ts';

/** An exact reason takes a statement of its own. */
const EXACT_REASONS = 20;
const NO_OBJECT = 'The message is not a JSON object';
const UNKNOWN = 'The row does not fit the columns';
/** A wide row has more; reading each of them by itself would take too long. */
const MOST_FIELDS = 100;

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
  const unfit = new Map([...objects].filter(([message]) => !fitting.has(message)));
  for (const message of [...unfit.keys()].slice(0, EXACT_REASONS)) {
    const error = await probe([message]);
    if (error === undefined) return undefined;
    rejections.set(message, reasonOf(error));
  }
  const others = new Map([...unfit].slice(EXACT_REASONS));
  for (const [message, reason] of await reasonsByField(destination, others)) rejections.set(message, reason);
  for (const [message, reason] of await halve(unclear, probe)) rejections.set(message, reason);
  const accepted = messages.filter((message) => !rejections.has(message));
  return accepted.length > 0 && (await probe(accepted)) !== undefined ? undefined : rejections;
}

/** Which field of each object does not fit: one statement per field, until all objects are explained. */
async function reasonsByField(
  destination: BatchDestination,
  objects: ReadonlyMap<Message, string>,
): Promise<Rejections> {
  const { fields, fieldTypes, conversions } = destination.plan;
  const reasons = new Map<Message, string>();
  let unexplained = objects;
  for (const [index, field] of fields.slice(0, MOST_FIELDS).entries()) {
    if (unexplained.size === 0) return reasons;
    const own = conversions.filter((conversion) => conversion.field === field);
    const type = own[0]?.type ?? fieldTypes[index] ?? '';
    const structure = `${quoteName(field)} ${fieldTypes[index]}`;
    const fitting = await findFitting(destination, unexplained, { structure, conversions: own });
    if (fitting === undefined) continue;
    for (const message of unexplained.keys())
      if (!fitting.has(message)) reasons.set(message, `A value of the field ${field} is no ${type}`);
    unexplained = new Map([...unexplained].filter(([message]) => fitting.has(message)));
  }
  for (const message of unexplained.keys()) reasons.set(message, UNKNOWN);
  return reasons;
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

import { Readable } from 'node:stream';
import type { PipeSchema, Readable as ReadableOf } from '@penstock/contract';
import type { DestinationPlan } from '../../compile/destination-plan.ts';
import { kindOf, type PipeDefinition } from '../../pipe.ts';
import type { DefinitionError, SampleVerdict } from '../../pipe-runtime.ts';
import { EngineError } from '../../port/engine-error.ts';
import type { EnginePort } from '../../port/engine-port.ts';
import { quoteName, quoteText } from '../../port/names.ts';
import type { Messages } from '../../writer/messages.ts';
import { reasonOf } from '../../writer/plain-reason.ts';
import type { EncodedMessages } from './formats/message-format.ts';

/** Compares the sampled messages with the columns of a pipe. */
export async function compareSample(
  { inserts, rejected }: EncodedMessages,
  definition: PipeDefinition,
  plan: DestinationPlan,
  engine: EnginePort,
): Promise<SampleVerdict> {
  const [unreadable] = rejected;
  if (unreadable !== undefined)
    return { read: true, errors: [formatError(definition, unreadable.location, unreadable.reason)] };
  const errors: DefinitionError[] = [];
  for (const { messages } of inserts) {
    const error = await errorOf(engine, messages, plan, plan.checkFrom, plan.structure);
    if (error === undefined) continue;
    const fields = await fieldErrors(engine, messages, definition, plan);
    errors.push(
      ...(fields.length > 0
        ? fields
        : [formatError(definition, messages.split()[0]?.location, reasonOf(error))]),
    );
  }
  return { read: inserts.length > 0, errors };
}

/** Infers the columns of the sampled messages. */
export async function discoverColumns(
  { inserts }: EncodedMessages,
  engine: EnginePort,
): Promise<ReadableOf<PipeSchema>> {
  const [first] = inserts;
  if (first === undefined) return { columns: [], sampledRows: 0 };
  const { format, bytes, settings = {}, count } = first.messages;
  const hex = Buffer.concat(bytes).toString('hex');
  const result = await engine.query({
    sql: `DESCRIBE TABLE format(${format}, unhex('${hex}'))`,
    settings: { ...settings, schema_inference_make_columns_nullable: 'auto' },
  });
  const columns = result.rows<{ name: string; type: string }>().map(({ name, type }) => ({ name, type }));
  return { columns, sampledRows: count };
}

/** A statement that reads a field and stores nothing. */
const ignoring = (field: string) =>
  `INSERT INTO FUNCTION null('value UInt8') SELECT ignore(${quoteName(field)}) FROM`;

/** One error for each field whose values do not fit its column; none if the messages are not in the format. */
async function fieldErrors(
  engine: EnginePort,
  messages: Messages,
  definition: PipeDefinition,
  plan: DestinationPlan,
): Promise<DefinitionError[]> {
  const [absent, structure] = ['penstock_absent', 'penstock_absent Nullable(String)'];
  if ((await errorOf(engine, messages, plan, ignoring(absent), structure)) !== undefined) return [];
  const errors: DefinitionError[] = [];
  for (const [index, { name, type }] of plan.columns.entries()) {
    const mapping = definition.fieldMappings.findIndex(({ destinationField }) => destinationField === name);
    const field = definition.fieldMappings[mapping]?.sourceField ?? name;
    const error = await errorOf(engine, messages, plan, ignoring(field), `${quoteName(field)} ${type}`);
    if (error === undefined) continue;
    const pointer = mapping < 0 ? `/destination/columns/${index}` : `/fieldMappings/${mapping}/sourceField`;
    errors.push({ pointer, message: `does not fit the messages: ${reasonOf(error)}` });
  }
  return errors;
}

/** The error of the engine for messages that do not fit, or undefined. Nothing is stored. */
async function errorOf(
  engine: EnginePort,
  { format, bytes, settings }: Messages,
  plan: DestinationPlan,
  insert: string,
  structure: string,
): Promise<EngineError | undefined> {
  try {
    await engine.query({
      sql: `${insert} input(${quoteText(structure)}) FORMAT ${format}`,
      data: Readable.from(bytes),
      settings: { ...plan.settings, ...settings },
    });
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

function formatError(
  { source }: PipeDefinition,
  location: string | undefined,
  reason: string,
): DefinitionError {
  return {
    pointer: `/source/${kindOf(source)}/format`,
    message: `does not fit the message ${location}: ${reason}`,
  };
}

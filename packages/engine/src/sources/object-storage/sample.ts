import type { PipeSchema, Readable } from '@penstock/contract';
import type { DestinationPlan } from '../../compile/destination-plan.ts';
import type { PipeDefinition } from '../../pipe.ts';
import type { DefinitionError, SampleVerdict } from '../../pipe-runtime.ts';
import { EngineError } from '../../port/engine-error.ts';
import type { EnginePort } from '../../port/engine-port.ts';
import { quoteName } from '../../port/names.ts';
import { reasonOf } from '../../writer/plain-reason.ts';
import { describeObject, type EngineReading, tableOf } from './engine-reading.ts';
import type { Glob } from './glob.ts';
import { isColumnarFormat } from './object-memory.ts';
import { type RangeObject, rangeObject } from './object-range.ts';

/** What is needed to read the first object of a pipe. */
export interface Sampling {
  readonly reading: EngineReading;
  readonly glob: Glob;
  readonly engine: EnginePort;
  readonly signal: AbortSignal;
}

const SAMPLE_ROWS = 1_000;

/** Compares the first rows of the first object with the columns of a pipe. */
export async function compareSample(
  sampling: Sampling,
  definition: PipeDefinition,
  plan: DestinationPlan,
): Promise<SampleVerdict> {
  const object = await firstObject(sampling);
  if (object === undefined) return { read: false, errors: [] };
  const { engine, reading, signal } = sampling;
  const described = await describeObject(object, reading, engine, signal);
  if (described instanceof EngineError)
    return { read: true, errors: [unreadable(object, reading, described)] };
  const fields = await describeObject(object, reading, engine, signal, plan.structure);
  if (fields instanceof EngineError) throw fields;
  const missing = namesFields(reading.format)
    ? fields.filter(({ name }) => !described.some((known) => known.name === name))
    : [];
  const errors = missing.flatMap(({ name }) =>
    at(
      definition,
      plan,
      name,
      `is not a field of the object ${object[0]}. Its fields are ${described.map((field) => field.name).join(', ')}`,
    ),
  );
  for (const field of fields.filter((known) => !missing.includes(known))) {
    const error = await typeErrorOf(object, sampling, fields, field);
    if (error !== undefined)
      errors.push(
        ...at(definition, plan, field.name, `does not fit the object ${object[0]}: ${reasonOf(error)}`),
      );
  }
  return { read: true, errors };
}

/** Infers the columns of the first object. */
export async function discoverColumns(sampling: Sampling): Promise<Readable<PipeSchema>> {
  const object = await firstObject(sampling);
  if (object === undefined) return { columns: [], sampledRows: 0 };
  const { engine, reading, signal } = sampling;
  const columns = await describeObject(object, reading, engine, signal);
  if (columns instanceof EngineError) throw columns;
  if (isColumnarFormat(reading.format)) return { columns, sampledRows: 0 };
  const { table, settings } = await tableOf([object], reading, 'auto', signal);
  const sql = `SELECT count() AS rows FROM (SELECT * FROM ${table} LIMIT ${SAMPLE_ROWS})`;
  const [counted] = (await engine.query({ sql, settings })).rows<{ rows: string }>();
  return { columns, sampledRows: Number(counted?.rows ?? 0) };
}

async function firstObject({ reading: { store }, glob, signal }: Sampling): Promise<RangeObject | undefined> {
  for await (const page of store.list(glob.prefix, undefined, signal)) {
    const first = page.find(({ key, size }) => size > 0 && glob.matches(key) && store.isReadable(key));
    if (first !== undefined) return rangeObject(first);
  }
  return undefined;
}

/** Whether an object of the format has names of all its fields. In JSON, a field that is absent has its default. */
function namesFields(format: string): boolean {
  return isColumnarFormat(format) || format.endsWith('WithNames');
}

interface Field {
  readonly name: string;
  readonly type: string;
}

/** The error of the engine if the sample has values that do not fit the type of the field. */
async function typeErrorOf(
  object: RangeObject,
  { engine, reading, signal }: Sampling,
  fields: readonly Field[],
  field: Field,
): Promise<EngineError | undefined> {
  const isPositional = /^(?:CSV|TabSeparated)$/.test(reading.format);
  const read = isPositional
    ? fields.map((other) => (other === field ? field : { ...other, type: 'String' }))
    : [field];
  const structure = read.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const { table, settings } = await tableOf([object], reading, structure, signal);
  const sql = `SELECT ignore(${quoteName(field.name)}) FROM ${table} LIMIT ${SAMPLE_ROWS}`;
  try {
    await engine.query({ sql, settings: { ...settings, ...SKIPPING } });
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

const SKIPPING = { input_format_skip_unknown_fields: 1, date_time_input_format: 'best_effort' };

function unreadable([key]: RangeObject, { format }: EngineReading, error: EngineError): DefinitionError {
  return {
    pointer: '/source/objectStorage/format',
    message: `does not fit: the object ${key} cannot be read as ${format}: ${reasonOf(error)}`,
  };
}

/** An error at the mapping or the column that the field belongs to. */
function at(
  { fieldMappings }: PipeDefinition,
  { columns }: DestinationPlan,
  field: string,
  message: string,
): DefinitionError[] {
  const mapping = fieldMappings.findIndex(({ sourceField }) => sourceField === field);
  if (mapping >= 0) return [{ pointer: `/fieldMappings/${mapping}/sourceField`, message }];
  const position = /^c(\d+)$/.exec(field)?.[1];
  const named = columns.findIndex(({ name }) => name === field);
  const index = named < 0 && position !== undefined ? Number(position) - 1 : named;
  return index < 0 ? [] : [{ pointer: `/destination/columns/${index}`, message }];
}

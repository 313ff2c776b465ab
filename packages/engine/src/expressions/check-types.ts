import { EngineError } from '../port/engine-error.ts';
import type { EnginePort } from '../port/engine-port.ts';

const LIMITS = { readonly: true, seconds: 10, memoryBytes: 256 * 1024 * 1024 } as const;

/** A type in the engine's own form, or why it cannot be used. */
export type TypeVerdict = { readonly type: string } | { readonly message: string };

/**
 * Parses column types with the parser of the engine. They are values of the statement, never text of it. One statement for all, and
 * one for each only if that fails.
 */
export async function checkTypes(engine: EnginePort, types: readonly string[]): Promise<TypeVerdict[]> {
  const distinct = [...new Set(types)];
  const parsed = await parse(engine, distinct).catch((error: unknown) => {
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  const verdicts =
    parsed?.map(accept) ?? (await Promise.all(distinct.map((type) => checkType(engine, type))));
  return types.map((type) => verdicts[distinct.indexOf(type)] as TypeVerdict);
}

async function checkType(engine: EnginePort, type: string): Promise<TypeVerdict> {
  try {
    return accept((await parse(engine, [type]))[0] ?? '');
  } catch (error) {
    if (error instanceof EngineError) return { message: sentence(error) };
    throw error;
  }
}

async function parse(engine: EnginePort, types: readonly string[]): Promise<string[]> {
  const names = types.map((_, index) => `toTypeName(defaultValueOfTypeName({t${index}:String}))`);
  const parameters = Object.fromEntries(types.map((type, index) => [`t${index}`, type]));
  const { rows } = await engine.query({
    sql: `SELECT [${names.join(', ')}] AS types`,
    parameters,
    limits: LIMITS,
  });
  return rows<{ types: string[] }>()[0]?.types ?? [];
}

/** Types that a column of a pipe cannot have, although the engine knows them. */
const NOT_FOR_COLUMNS =
  /\b(Nested|AggregateFunction|SimpleAggregateFunction|Nothing|Set|Function|Interval\w+)\b/;

function accept(printed: string): TypeVerdict {
  const type = inOneLine(printed);
  const [, unsuitable] = NOT_FOR_COLUMNS.exec(type.replace(/'(?:[^'\\]|\\.)*'/g, '')) ?? [];
  if (unsuitable === undefined) return { type };
  return { message: `must not contain ${unsuitable}; a column of a pipe cannot have that type` };
}

/** The engine prints a tuple with names in several lines. */
export function inOneLine(type: string): string {
  return type.replace(/\(\n +/g, '(').replace(/,\n +/g, ', ');
}

function sentence({ type, message }: EngineError): string {
  const [, family, hint] =
    /Unknown data type family: (\S+?)\.(?: Maybe you meant: \[([^\]]*)\])?/.exec(message) ?? [];
  if (family !== undefined)
    return `must be a type of the engine; ${family} does not exist${hint === undefined ? '' : `. Similar types: ${hint.replaceAll("'", '')}`}`;
  return type === 'SYNTAX_ERROR'
    ? 'must be a type of the engine; its syntax is wrong'
    : `must be a type of the engine: ${withoutScope(message)}`;
}

function withoutScope(message: string): string {
  return message.replace(/: In scope [\s\S]*$/, '');
}

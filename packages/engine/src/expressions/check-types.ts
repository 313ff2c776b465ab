import { EngineError } from '../port/engine-error.ts';
import { type EnginePort, LONGEST_STATEMENT_BYTES } from '../port/engine-port.ts';
import { quoteText } from '../port/names.ts';

const LIMITS = { readonly: true, seconds: 10, memoryBytes: 256 * 1024 * 1024 } as const;

/** A type in the engine's own form, or why it cannot be used. */
export type TypeVerdict = { readonly type: string } | { readonly message: string };

/** A list with more wrong types than this is examined no further. */
const MOST_REPORTED = 20;

/**
 * Parses column types with the parser of the engine. They are texts of the statement, never a part of it. One statement parses all of
 * them; wrong ones are found by halving.
 */
export async function checkTypes(engine: EnginePort, types: readonly string[]): Promise<TypeVerdict[]> {
  const verdicts = new Map<string, TypeVerdict>();
  let wrong = 0;
  const visit = async (part: readonly string[]): Promise<void> => {
    const [first] = part;
    if (first === undefined || wrong >= MOST_REPORTED) return;
    try {
      const parsed = await parse(engine, part);
      for (const [index, type] of part.entries()) verdicts.set(type, accept(parsed[index] ?? ''));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (part.length > 1) {
        await visit(part.slice(0, part.length >> 1));
        return visit(part.slice(part.length >> 1));
      }
      wrong += 1;
      verdicts.set(first, { message: sentence(error) });
    }
  };
  await visit([...new Set(types)]);
  return types.map((type) => verdicts.get(type) ?? { type });
}

/** The parser of types takes constants only. */
async function parse(engine: EnginePort, types: readonly string[]): Promise<string[]> {
  const names = types.map((type) => `toTypeName(defaultValueOfTypeName(${quoteText(type)}))`);
  const { rows } = await engine.query({
    sql: `SELECT [${names.join(', ')}] AS types`,
    settings: { max_query_size: LONGEST_STATEMENT_BYTES },
    limits: LIMITS,
  });
  return rows<{ types: string[] }>()[0]?.types ?? [];
}

/** Types that a column of a pipe cannot have, although the engine knows them. */
const NOT_FOR_COLUMNS =
  /\b(Nested(?=\()|(?:Simple)?AggregateFunction(?=\()|(?:Nothing|Set|Function|Interval\w+)(?=[,)]|$))/;

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

const SYNTAX_ERROR = 62;

function sentence({ code, detail }: EngineError): string {
  const [, family, hint] =
    /Unknown data type family: (\S+?)\.(?: Maybe you meant: \[([^\]]*)\])?/.exec(detail) ?? [];
  if (family !== undefined)
    return `must be a type of the engine; ${family} does not exist${hint === undefined ? '' : `. Similar types: ${hint.replaceAll("'", '')}`}`;
  return code === SYNTAX_ERROR
    ? 'must be a type of the engine; its syntax is wrong'
    : `must be a type of the engine: ${detail.replace(/: In scope [\s\S]*$/, '')}`;
}

import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/**
 * A query that is compiled at its first use, and then only gets other values: compiling costs more than a small query itself.
 *
 * @param build gets placeholders instead of the values, and must pass each on as the value of a column
 * @returns the rows for these values
 */
export function compiledOnce<Values extends readonly string[], Row>(
  db: Database,
  build: (...placeholders: Values) => { compile(): CompiledQuery<Row> },
): (...values: Values) => Promise<Row[]> {
  const placeholders = Array.from({ length: build.length }, (_, index) => `placeholder ${index}`);
  let compiled: CompiledQuery<Row> | undefined;
  let sources: readonly number[] = [];
  return async (...values) => {
    if (compiled === undefined) {
      compiled = build(...(placeholders as unknown as Values)).compile();
      sources = compiled.parameters.map((parameter) => placeholders.indexOf(parameter as string));
    }
    const parameters = compiled.parameters.map((constant, index) => values[sources[index] ?? -1] ?? constant);
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

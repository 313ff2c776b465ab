import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './dialects.ts';
import { readDirectly } from './direct-reads.ts';

/** Builds a query. It gets placeholders instead of the values, and must pass each on as the value of a column. */
type Build<Values, Row> = (db: Database, values: Values) => { compile(): CompiledQuery<Row> };

/**
 * A query that is compiled at its first use, and then only gets other values: building and compiling a query costs more than running
 * a small one. It is compiled once per kind of database and set of names of values.
 */
export function compiledOnce<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Database, values: Values) => Promise<QueryResult<Row>> {
  const compiled = compiledQueries(build);
  return (db, values) => db.executeQuery<Row>(compiled(db, values));
}

/** {@link compiledOnce} for a query that only reads. With SQLite, its rows are there at once if the database is not busy. */
export function compiledReads<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Database, values: Values) => Promise<readonly Row[]> | readonly Row[] {
  const compiled = compiledQueries(build);
  return (db, values) => {
    const query = compiled(db, values);
    return (
      readDirectly<Row>(db, query.sql, query.parameters) ??
      db.executeQuery<Row>(query).then(({ rows }) => rows)
    );
  };
}

function compiledQueries<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Database, values: Values) => CompiledQuery<Row> {
  const queries = new Map<string, Reusable<Row>>();
  return (db, values) => {
    const names = Object.keys(values);
    const key = `${isPostgres(db)} ${names.join()}`;
    let query = queries.get(key);
    if (query === undefined) {
      query = reusable(names, (placeholders) => build(db, placeholders as Values).compile());
      queries.set(key, query);
    }
    return withValues(query, values);
  };
}

interface Reusable<Row> {
  readonly compiled: CompiledQuery<Row>;
  /** The name of the value of each parameter; undefined for a constant. */
  readonly names: readonly (string | undefined)[];
}

function reusable<Row>(
  names: readonly string[],
  compile: (placeholders: object) => CompiledQuery<Row>,
): Reusable<Row> {
  const placeholders = new Map(names.map((name) => [`placeholder of ${name}`, name]));
  const compiled = compile(
    Object.fromEntries([...placeholders].map(([placeholder, name]) => [name, placeholder])),
  );
  return {
    compiled,
    names: compiled.parameters.map((parameter) => placeholders.get(parameter as string)),
  };
}

function withValues<Row>({ compiled, names }: Reusable<Row>, values: object): CompiledQuery<Row> {
  const parameters = compiled.parameters.map((constant, index) => {
    const name = names[index];
    return name === undefined ? constant : values[name as keyof typeof values];
  });
  return { ...compiled, parameters };
}

import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './dialects.ts';
import { readDirectly } from './direct-reads.ts';
import { writeDirectly } from './direct-writes.ts';

/** Builds a query. It gets placeholders instead of the values, and must pass each on as the value of a column. */
type Build<Values, Row> = (db: Database, values: Values) => { compile(): CompiledQuery<Row> };

/**
 * A query that is compiled at its first use, and then only gets other values: building and compiling a query costs more than running
 * a small one. It is compiled once per kind of database and set of names of values.
 */
export function compiledOnce<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Database, values: Values) => Promise<QueryResult<Row>> | QueryResult<Row> {
  const compiled = compiledQueries(build);
  return (db, values) => {
    const query = compiled(db, values);
    return writeDirectly<Row>(db, query) ?? db.executeQuery<Row>(query);
  };
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
  const known: Variant<Row>[] = [];
  return (db, values) => {
    const [forPostgres, names] = [isPostgres(db), Object.keys(values)];
    let variant = known.find((other) => other.forPostgres === forPostgres && areEqual(other.names, names));
    if (variant === undefined) {
      const query = reusable(names, (placeholders) => build(db, placeholders as Values).compile());
      variant = { forPostgres, names, query };
      known.push(variant);
    }
    return withValues(variant.query, values);
  };
}

/** A query for one kind of database and one set of names of values. */
interface Variant<Row> {
  readonly forPostgres: boolean;
  readonly names: readonly string[];
  readonly query: Reusable<Row>;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
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
  const { query, queryId, sql } = compiled;
  const parameters = names.map((name, index) =>
    name === undefined ? compiled.parameters[index] : values[name as keyof typeof values],
  );
  return { query, queryId, sql, parameters };
}

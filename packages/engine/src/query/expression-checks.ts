import {
  type CheckedExpressions,
  checkExpressions,
  type ExpressionRules,
} from '../expressions/check-expressions.ts';
import { splitList } from '../expressions/expression-list.ts';
import { ExpressionError } from '../expressions/parse-expressions.ts';
import type { EnginePort } from '../port/engine-port.ts';
import type { NamedExpression, Ordering, TableColumn } from './checked-query.ts';
import { compileLucene, type SearchedTable } from './lucene/compile-lucene.ts';
import { LuceneError } from './lucene/lucene-error.ts';
import { QueryError, type QueryErrorEntry } from './query-error.ts';
import { checked, type SqlFragment, sql, value } from './sql-fragment.ts';

interface Columns {
  readonly columns: readonly TableColumn[];
}

/** A condition with its language; Lucene by default. */
interface Where {
  readonly where?: string;
  readonly whereLanguage?: string;
}

/** Values that an expression may have, as text. */
export interface ValueFilter {
  readonly expression: string;
  readonly values: readonly string[];
}

const MOST_EXPRESSIONS = 100;

/** Checks the expressions of one query and collects their errors. An expression with an error is undefined, or an empty list. */
export class ExpressionChecks {
  readonly #engine: EnginePort;
  readonly #entries: QueryErrorEntry[] = [];

  constructor(engine: EnginePort) {
    this.#engine = engine;
  }

  report(pointer: string, message: string): void {
    this.#entries.push({ pointer, message });
  }

  /** @throws QueryError if an expression has an error */
  throwErrors(): void {
    if (this.#entries.length === 0) return;
    const described = this.#entries.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    throw new QueryError(
      'query_invalid',
      `The database cannot run an expression of the query: ${described}.`,
      this.#entries,
    );
  }

  async condition(pointer: string, { where, whereLanguage }: Where, table: SearchedTable) {
    if (where === undefined || where.trim() === '') return undefined;
    if (whereLanguage === 'sql') return this.one(pointer, where, table);
    return this.#attempt(pointer, () => compileLucene(where, table));
  }

  async one(pointer: string, text: string | undefined, table: Columns): Promise<SqlFragment | undefined> {
    return (await this.#list(pointer, text, table, { owner: 'source' }, 1))?.map(checked)[0];
  }

  /** An expression with aggregates. */
  async aggregate(
    pointer: string,
    text: string | undefined,
    table: Columns,
  ): Promise<SqlFragment | undefined> {
    return (await this.#list(pointer, text, table, { owner: 'source', aggregates: true }, 1))?.map(
      checked,
    )[0];
  }

  /** Expressions with different names: their aliases, or else their text. */
  async named(pointer: string, text: string | undefined, table: Columns): Promise<NamedExpression[]> {
    const items = await this.#list(
      pointer,
      text,
      table,
      { owner: 'source', aliases: true },
      MOST_EXPRESSIONS,
    );
    const named = (items ?? []).map((item) => ({
      name: item.alias ?? item.sql.replace(/^`([^`]*)`$/, '$1'),
      expression: checked(item),
    }));
    const names = named.map(({ name }) => name);
    const repeated = names.find((name, index) => names.indexOf(name) < index);
    if (repeated !== undefined)
      this.report(pointer, `has ${JSON.stringify(repeated)} twice; remove one, or name it with AS`);
    return named;
  }

  async orderings(
    pointer: string,
    text: string | undefined,
    table: Columns,
    aggregates: boolean,
  ): Promise<Ordering[]> {
    if (text === undefined) return [];
    const parts = splitList(text).map((part) => DIRECTION.exec(part) ?? [part, part]);
    const expressions = parts.map(([, expression = '']) => expression).join(', ');
    const items = await this.#list(
      pointer,
      expressions,
      table,
      { owner: 'source', aggregates },
      MOST_EXPRESSIONS,
    );
    if (items !== undefined && items.length !== parts.length) {
      this.report(pointer, 'is not a list of expressions with ASC or DESC');
      return [];
    }
    return (items ?? []).map((item, index) => ({
      expression: checked(item),
      descending: parts[index]?.[2]?.toLowerCase().startsWith('desc') ?? false,
    }));
  }

  async filters(filters: readonly ValueFilter[] | undefined, table: Columns): Promise<SqlFragment[]> {
    const conditions = (filters ?? []).map(async ({ expression, values }, index) => {
      const filtered = await this.one(`/filters/${index}`, expression, table);
      return filtered === undefined
        ? []
        : [sql`toString(${filtered}) IN (${value('Array(String)', values)})`];
    });
    return (await Promise.all(conditions)).flat();
  }

  async #list(
    pointer: string,
    text: string | undefined,
    { columns }: Columns,
    rules: ExpressionRules,
    most: number,
  ): Promise<CheckedExpressions['items'] | undefined> {
    if (text === undefined) return undefined;
    return this.#attempt(pointer, async () => {
      const names = columns.map(({ name }) => name);
      const { items } = await checkExpressions(this.#engine, text, names, rules);
      if (items.length > most)
        throw new ExpressionError(
          most === 1 ? 'must be one expression' : `must have at most ${most} expressions`,
        );
      return items;
    });
  }

  async #attempt<Result>(pointer: string, check: () => Result): Promise<Awaited<Result> | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof ExpressionError) && !(error instanceof LuceneError)) throw error;
      this.report(pointer, error.message);
      return undefined;
    }
  }
}

/** An expression to order by, and its direction. */
const DIRECTION = /^([\s\S]*?\S)\s+(asc|ascending|desc|descending)$/i;

import type { TableName } from '../port/engine-port.ts';
import { qualifiedName, quoteName } from '../port/names.ts';

/** A statement whose values are bound. */
export interface CompiledStatement {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, BoundValue>>;
}

type BoundValue = string | readonly string[];

interface Value {
  readonly type: ValueType;
  readonly bound: BoundValue;
}

/** A part of a statement. Text becomes a part only as code of this package, as a quoted name, or after the engine has checked it. */
export class SqlFragment {
  readonly parts: readonly (string | Value)[];

  private constructor(parts: readonly (string | Value)[]) {
    this.parts = parts;
  }

  /** Code with fragments in it. */
  static sql(strings: TemplateStringsArray, ...fragments: readonly SqlFragment[]): SqlFragment {
    return new SqlFragment(
      strings.flatMap((text, index) => [
        ...(fragments[index - 1]?.parts ?? []),
        ...(text === '' ? [] : [text]),
      ]),
    );
  }

  /** A value of a request, with the type that the engine parses it as. */
  static value(type: ValueType, value: string | number | readonly string[]): SqlFragment {
    return new SqlFragment([{ type, bound: typeof value === 'number' ? String(value) : value }]);
  }

  static name(name: string): SqlFragment {
    return new SqlFragment([quoteName(name)]);
  }

  static table(table: TableName): SqlFragment {
    return new SqlFragment([qualifiedName(table)]);
  }

  /** An expression of a user, in the form that the engine returned and that was checked. */
  static checked({ sql }: { readonly sql: string }): SqlFragment {
    return new SqlFragment([`(${sql})`]);
  }

  static join(
    fragments: readonly SqlFragment[],
    separator: ', ' | ' AND ' | ' OR ' | '\nUNION ALL\n',
  ): SqlFragment {
    return new SqlFragment(
      fragments.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])),
    );
  }

  compile(): CompiledStatement {
    const parameters: Record<string, BoundValue> = {};
    const names = new Map<string, string>();
    const bind = ({ type, bound }: Value) => {
      const key = JSON.stringify([type, bound]);
      const name = names.get(key) ?? `p${names.size}`;
      names.set(key, name);
      parameters[name] = bound;
      return `{${name}:${type}}`;
    };
    const sql = this.parts.map((part) => (typeof part === 'string' ? part : bind(part))).join('');
    return { sql, parameters };
  }
}

export type ValueType = 'String' | 'Float64' | 'Int64' | 'UInt64' | 'Array(String)';

export const { sql, value, name, table, checked, join } = SqlFragment;

/** The parts of a conjunction in parentheses; `1` if there is none. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return sql`1`;
  return join(
    conditions.map((condition) => sql`(${condition})`),
    ' AND ',
  );
}

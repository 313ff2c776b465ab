import type { TableColumn } from '../checked-query.ts';
import { name, type SqlFragment, sql, value } from '../sql-fragment.ts';

/** How the values of a field are compared. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'time' | 'list';

/** A column, or an element of one, that a condition can name. */
export interface SearchableField {
  readonly kind: FieldKind;
  readonly expression: SqlFragment;
  /** Whether the expression can be NULL. */
  readonly nullable: boolean;
  /** The kind of the elements of a list. */
  readonly elements?: FieldKind;
  /** Whether the field has a value. */
  readonly exists: SqlFragment;
}

/** Finds a field: a column, a key of a map, or a path in JSON. Returns a sentence if there is none. */
export function findField(columns: readonly TableColumn[], field: string): SearchableField | string {
  const exact = columns.find((column) => column.name === field);
  if (exact !== undefined) return fieldOfColumn(exact);
  const outer = columns
    .filter((column) => field.startsWith(`${column.name}.`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  const type = outer === undefined ? '' : withoutWrappers(outer.type).type;
  if (outer === undefined || !/^(?:Map|JSON|Object)\b/.test(type))
    return `names ${JSON.stringify(field)}, which is not a column of the source`;
  const key = field.slice(outer.name.length + 1);
  return type.startsWith('Map') ? fieldOfMap(outer, type, key) : fieldOfJson(outer, key);
}

function fieldOfColumn(column: TableColumn): SearchableField | string {
  const { type, nullable } = withoutWrappers(column.type);
  const expression = name(column.name);
  const kind = kindOf(type);
  if (kind === undefined)
    return /^(?:Map|JSON|Object)\b/.test(type)
      ? `must name a key of ${column.name}, for example ${column.name}.key:value`
      : `names ${column.name}, whose type ${column.type} cannot be searched`;
  if (kind !== 'list') return scalar(kind, type, expression, nullable);
  const elements = kindOf(withoutWrappers(type.slice('Array('.length, -1)).type);
  if (elements === undefined || elements === 'list' || elements === 'time')
    return `names ${column.name}, whose type ${column.type} cannot be searched`;
  return { kind, elements, expression, nullable, exists: sql`notEmpty(${expression})` };
}

/** Text has no value if it is empty; numbers and the rest if they are NULL. */
function scalar(kind: FieldKind, type: string, column: SqlFragment, nullable: boolean): SearchableField {
  const isText = /^(?:String|FixedString)/.test(type);
  const expression = kind === 'text' && !isText ? sql`toString(${column})` : column;
  const exists = kind === 'text' ? sql`notEmpty(${expression})` : sql`isNotNull(${column})`;
  return { kind, expression, nullable, exists };
}

function fieldOfMap({ name: column }: TableColumn, type: string, key: string): SearchableField | string {
  const valueType = /^Map\((?:LowCardinality\([^()]*\)|[^(),]+), (.*)\)$/.exec(type)?.[1] ?? '';
  const { type: inner, nullable } = withoutWrappers(valueType);
  const kind = kindOf(inner);
  if (kind === undefined || kind === 'list') return `names ${column}, whose type ${type} cannot be searched`;
  const element = sql`${name(column)}[${value('String', key)}]`;
  const field = scalar(kind, inner, element, nullable);
  return { ...field, exists: sql`mapContains(${name(column)}, ${value('String', key)})` };
}

/** A path that no row has is NULL. */
function fieldOfJson({ name: column }: TableColumn, path: string): SearchableField {
  const names = [column, ...path.split('.')].map((part) => name(part));
  const expression = names.slice(1).reduce((outer, part) => sql`${outer}.${part}`, names[0] ?? sql``);
  return {
    kind: 'text',
    expression: sql`toString(${expression})`,
    nullable: true,
    exists: sql`isNotNull(${expression})`,
  };
}

function kindOf(type: string): FieldKind | undefined {
  if (/^(?:String|FixedString|Enum|UUID|IPv)/.test(type)) return 'text';
  if (/^(?:U?Int|Float|BFloat|Decimal)/.test(type)) return 'number';
  if (type === 'Bool') return 'boolean';
  if (/^Date/.test(type)) return 'time';
  return type.startsWith('Array(') ? 'list' : undefined;
}

function withoutWrappers(type: string): { type: string; nullable: boolean } {
  let inner = type;
  let nullable = false;
  for (;;) {
    const [, wrapper, of] = /^(LowCardinality|Nullable)\((.*)\)$/s.exec(inner) ?? [];
    if (of === undefined) return { type: inner, nullable };
    nullable ||= wrapper === 'Nullable';
    inner = of;
  }
}

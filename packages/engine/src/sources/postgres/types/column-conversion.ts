import { quoteText } from '../../../port/names.ts';
import type { ColumnType, RelationColumn } from '../relations/relation.ts';
import { asArray } from './array-conversion.ts';
import { ruleOf } from './type-rules.ts';

/** How the text of a column becomes a value of ClickHouse. */
export interface ColumnConversion {
  readonly type: string;
  /** The value, from an expression for the text of the column, of the type `Nullable(String)`. */
  readonly value: (text: string) => string;
  /** Whether ClickHouse reads all texts of the column as its type; a null is then the default of a type that is not nullable. */
  readonly isDirect: boolean;
}

/**
 * The type of ClickHouse for a column, and its values.
 *
 * @param keepsNulls whether nulls stay nulls; else they become the default of the type
 */
export function conversionOf(
  { type, nullable }: Pick<RelationColumn, 'type' | 'nullable'>,
  keepsNulls: boolean,
): ColumnConversion {
  if (type.dimensions > 0) return arrayConversion(type, keepsNulls);
  const rule = ruleOf(type.oid, type.modifier);
  const isDirect = rule.isDirect === true;
  if (nullable && keepsNulls) return { type: `Nullable(${rule.type})`, value: rule.convert, isDirect };
  return { type: rule.type, value: (text) => withDefault(rule.convert(text), rule.type), isDirect };
}

/** An array cannot be null in ClickHouse: it is then empty. */
function arrayConversion(
  { oid, modifier, dimensions, delimiter }: ColumnType,
  keepsNulls: boolean,
): ColumnConversion {
  const rule = ruleOf(oid, modifier);
  const element = keepsNulls ? rule.convert : (text: string) => withDefault(rule.convert(text), rule.type);
  const type = Array.from({ length: dimensions }).reduce<string>(
    (inner) => `Array(${inner})`,
    keepsNulls ? `Nullable(${rule.type})` : rule.type,
  );
  return { type, value: asArray(dimensions, delimiter, element), isDirect: false };
}

function withDefault(value: string, type: string): string {
  return `ifNull(${value}, defaultValueOfTypeName(${quoteText(type)}))`;
}

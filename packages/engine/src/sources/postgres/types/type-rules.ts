import {
  asBoolean,
  asBytes,
  asDate,
  asDecimal,
  asText,
  asTimestamp,
  asTimestampWithZone,
  asType,
  DATE,
  type TextConversion,
  TIMESTAMP,
} from './text-conversion.ts';

/** The type of ClickHouse for a type of Postgres, and how its text becomes a value. */
export interface TypeRule {
  readonly type: string;
  readonly convert: TextConversion;
  /** Whether ClickHouse reads all texts of the type by itself, which costs less than a conversion. */
  readonly isDirect?: true;
}

const STRING: TypeRule = { type: 'String', convert: asText, isDirect: true };

function same(type: string): TypeRule {
  return { type, convert: asType(type), isDirect: true };
}

/** Decimals of ClickHouse have at most this many digits. */
const MOST_DIGITS = 76;

/** `numeric` without a precision, or with more digits, is only exact as text. */
function numericRule(modifier: number): TypeRule {
  if (modifier < 0) return STRING;
  const packed = modifier - 4;
  const precision = (packed >> 16) & 0xffff;
  // The scale has 11 bits and can be negative.
  const scale = ((packed & 0x7ff) ^ 1024) - 1024;
  const digits = Math.max(precision, scale) - Math.min(scale, 0);
  if (digits > MOST_DIGITS) return STRING;
  const type = `Decimal(${digits}, ${Math.max(scale, 0)})`;
  return { type, convert: asDecimal(type) };
}

/** The built-in types that do not become `String` as they are, by their numbers in the catalog, which never change. */
const RULES: ReadonlyMap<number, (modifier: number) => TypeRule> = new Map([
  [16, () => ({ type: 'Bool', convert: asBoolean })],
  [17, () => ({ type: 'String', convert: asBytes })],
  [20, () => same('Int64')],
  [21, () => same('Int16')],
  [23, () => same('Int32')],
  [26, () => same('UInt32')],
  [28, () => same('UInt32')],
  [29, () => same('UInt32')],
  [700, () => same('Float32')],
  [701, () => same('Float64')],
  [1082, () => ({ type: DATE, convert: asDate })],
  [1114, () => ({ type: TIMESTAMP, convert: asTimestamp })],
  [1184, () => ({ type: TIMESTAMP, convert: asTimestampWithZone })],
  [1700, numericRule],
  [2950, () => same('UUID')],
  [5069, () => same('UInt64')],
]);

/** Every other type, also one that is unknown here, becomes the text that Postgres prints. */
export function ruleOf(oid: number, modifier: number): TypeRule {
  return RULES.get(oid)?.(modifier) ?? STRING;
}

/** An expression of ClickHouse for the value of a column, from an expression for its text, which is null where the value is. */
export type TextConversion = (text: string) => string;

/** A text as it is. */
export const asText: TextConversion = (text) => text;

/** A value that ClickHouse reads from the same text as Postgres prints. */
export function asType(type: string): TextConversion {
  return (text) => `CAST(${text}, 'Nullable(${type.replaceAll("'", "\\'")})')`;
}

export const asBoolean: TextConversion = (text) => `CAST(${text} = 't', 'Nullable(Bool)')`;

/** The text of a `bytea` is `\x` and two digits per byte. */
export const asBytes: TextConversion = (text) => `unhex(substring(${text}, 3))`;

/** A type of ClickHouse has no `NaN` among its decimals. */
export function asDecimal(type: string): TextConversion {
  return (text) => asType(type)(`nullIf(${text}, 'NaN')`);
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2299-12-31';

export const DATE = 'Date32';
export const TIMESTAMP = "DateTime64(6, 'UTC')";

export const asDate: TextConversion = (text) => asType(DATE)(limited(text, text, FIRST_DAY, LAST_DAY));

export const asTimestamp: TextConversion = (text) =>
  asType(TIMESTAMP)(limited(text, text, `${FIRST_DAY} 00:00:00`, `${LAST_DAY} 23:59:59.999999`));

/** In the time zone UTC, the text ends with its offset. */
export const asTimestampWithZone: TextConversion = (text) =>
  asType(TIMESTAMP)(
    limited(
      text,
      `substring(${text}, 1, toUInt64(greatest(length(${text}), 3)) - 3)`,
      `${FIRST_DAY} 00:00:00`,
      `${LAST_DAY} 23:59:59.999999`,
    ),
  );

/**
 * A date beyond what ClickHouse can store becomes the first or the last one that it can. Texts of years with four digits have the order
 * of their dates.
 */
function limited(text: string, value: string, first: string, last: string): string {
  const beforeChrist = `endsWith(${text}, 'BC')`;
  const hasFourDigits = `substring(${text}, 5, 1) = '-'`;
  return (
    `multiIf(isNull(${text}), NULL, ` +
    `${text} = '-infinity' OR ${beforeChrist} OR (${hasFourDigits} AND ${text} < '1900'), '${first}', ` +
    `${hasFourDigits} AND ${text} < '2300', ${value}, '${last}')`
  );
}

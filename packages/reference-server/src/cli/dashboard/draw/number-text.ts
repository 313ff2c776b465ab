import type { NumberFormat, Readable } from '@penstock/contract';

/** A number, or the text of one that a double cannot represent. */
export type Numeric = number | `${number}`;

/** Formats the numbers of a tile. */
export type NumberText = (value: Numeric) => string;

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const DURATION_UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'µs'],
  [1e-9, 'ns'],
];

/**
 * Returns the function that formats numbers as the tile requires. `durationPrecision` is the one of its source, in digits of a second; if
 * it is unknown, durations are plain numbers.
 */
export function numberText(
  format: Readable<NumberFormat> | undefined,
  durationPrecision: number | undefined,
): NumberText {
  const { output = 'number', mantissa, unit } = format ?? {};
  const suffix = unit === undefined ? '' : ` ${unit.replaceAll('\n', ' ')}`;
  return (value) => `${textOf(output, value, mantissa, durationPrecision)}${suffix}`;
}

function textOf(
  output: string,
  value: Numeric,
  mantissa: number | undefined,
  durationPrecision: number | undefined,
): string {
  if (output === 'percent') return `${digits(Number(value) * 100, mantissa)} %`;
  if (output === 'byte') return bytes(Number(value), mantissa);
  if (output === 'currency') return digits(value, mantissa ?? 2, mantissa ?? 2);
  if (output === 'duration' && durationPrecision !== undefined)
    return duration(Number(value) / 10 ** durationPrecision, mantissa);
  return digits(value, mantissa);
}

/** Without a mantissa, 2 digits after the decimal point, and more of a number that is nearly 0. */
function digits(value: Numeric, mantissa?: number, least = 0): string {
  const size = Math.abs(Number(value));
  const most = mantissa ?? (size >= 0.1 || size === 0 ? 2 : 6);
  const shape = { minimumFractionDigits: mantissa ?? least, maximumFractionDigits: most };
  return new Intl.NumberFormat('en-US', shape).format(value);
}

function bytes(value: number, mantissa: number | undefined): string {
  const step = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value)) / 10);
  const power = Math.min(Math.max(step, 0), BYTE_UNITS.length - 1);
  return `${digits(value / 1024 ** power, mantissa ?? (power === 0 ? undefined : 1))} ${BYTE_UNITS[power]}`;
}

function duration(seconds: number, mantissa: number | undefined): string {
  // Rounded, because 1000 ns would be less than 1e-6 s otherwise.
  const found = DURATION_UNITS.find(([size]) => Math.abs(seconds) / size >= 1 - 1e-9);
  const [size, unit] = seconds === 0 ? [1, 's'] : (found ?? [1e-9, 'ns']);
  return `${digits(seconds / size, mantissa)} ${unit}`;
}

/** A value of a row, if it is a number. */
export function numericIn(value: unknown): Numeric | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? (value as `${number}`) : undefined;
}

/** The number in a value of a row, as precise as a double. */
export function numberIn(value: unknown): number | undefined {
  const numeric = numericIn(value);
  return numeric === undefined ? undefined : Number(numeric);
}

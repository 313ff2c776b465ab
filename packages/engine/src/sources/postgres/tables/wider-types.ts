/** Whether a type has all values of another one. */
export function covers(type: string | undefined, other: string | undefined): boolean {
  if (type === undefined || other === undefined) return false;
  if (type === other) return true;
  const [bare, isNullable] = unwrapped(type);
  const [otherBare, isOtherNullable] = unwrapped(other);
  if (isOtherNullable && !isNullable) return false;
  return bare === otherBare || coversBare(bare, otherBare);
}

function unwrapped(type: string): readonly [string, boolean] {
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1];
  return [inner ?? type, inner !== undefined];
}

function coversBare(type: string, other: string): boolean {
  const elements = [/^Array\((.*)\)$/.exec(type)?.[1], /^Array\((.*)\)$/.exec(other)?.[1]];
  if (elements[0] !== undefined && elements[1] !== undefined) return covers(elements[0], elements[1]);
  // A number as text is what Postgres prints for it.
  if (type === 'String')
    return integerDigits(other) !== undefined || /^(?:Decimal|UUID|Date32)\b/.test(other);
  if (type === 'Float64') return /^(?:Float32|Int16|Int32|UInt32)$/.test(other);
  if (type.startsWith('DateTime64')) return other === 'Date32';
  return coversNumber(type, other);
}

function coversNumber(type: string, other: string): boolean {
  const [bits, otherBits] = [bitsOf(type), bitsOf(other)];
  if (bits !== undefined && otherBits !== undefined)
    return bits.isSigned === otherBits.isSigned
      ? bits.count >= otherBits.count
      : bits.isSigned && bits.count > otherBits.count;
  const decimal = decimalOf(type);
  if (decimal === undefined) return false;
  const { whole, scale } = decimalOf(other) ?? { whole: integerDigits(other) ?? Infinity, scale: 0 };
  return decimal.whole >= whole && decimal.scale >= scale;
}

function bitsOf(type: string): { readonly isSigned: boolean; readonly count: number } | undefined {
  const [, unsigned, count] = /^(U)?Int(\d+)$/.exec(type) ?? [];
  return count === undefined ? undefined : { isSigned: unsigned === undefined, count: Number(count) };
}

/** The digits before and after the point. */
function decimalOf(type: string): { readonly whole: number; readonly scale: number } | undefined {
  const [, digits, scale] = /^Decimal\((\d+), (\d+)\)$/.exec(type) ?? [];
  return digits === undefined ? undefined : { whole: Number(digits) - Number(scale), scale: Number(scale) };
}

function integerDigits(type: string): number | undefined {
  const bits = bitsOf(type);
  return bits && Math.ceil(bits.count * Math.log10(2));
}

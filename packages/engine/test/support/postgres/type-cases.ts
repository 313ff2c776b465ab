import fc, { type Arbitrary } from 'fast-check';

/** A type of Postgres, texts that it accepts, and the same value as both sides print it. */
export interface TypeCase {
  readonly type: string;
  /** What the catalog needs before the type exists. */
  readonly setUp?: string;
  readonly texts: Arbitrary<string>;
  /** The expected value, as an expression of Postgres for the column `c`. */
  readonly expected: string;
  /** The stored value, as an expression of ClickHouse for the column `c`. */
  readonly stored: string;
}

const AS_TEXT = {
  expected: "case when c is distinct from null then format('%s', c) end",
  stored: 'toString(c)',
};
const AS_IT_IS = { expected: 'to_json(c)', stored: 'c' };

/** Postgres stores no zero bytes in texts. */
const text = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((value) => value.replaceAll('\0', '').toWellFormed());
const tricky = fc.oneof(text, fc.constantFrom('', 'NULL', '\\N', 'a\tb\nc\r\\', '"{,}"', "it's", ' '));

const integer = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }).map(String);
const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).map(String);
const real = (kind: typeof fc.double) =>
  kind({}).map((value) => (Object.is(value, -0) ? '-0' : String(value)));
const decimal = (digits: number, scale: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.boolean())
    .map(([value, isNegative]) => {
      const padded = String(value).padStart(scale + 1, '0');
      const point = padded.length - scale;
      const fraction = scale === 0 ? '' : `.${padded.slice(point)}`;
      return `${isNegative ? '-' : ''}${padded.slice(0, point)}${fraction}`;
    });

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2299-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999))
  .map(([h, m, s, us]) => `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}.${pad(us, 6)}`);
const timestamp = fc.tuple(day, time).map((parts) => parts.join(' '));
const beyond = fc.constantFrom(
  'infinity',
  '-infinity',
  '0044-03-15 BC',
  '1899-12-31',
  '2300-01-01',
  '12024-05-06',
  '0001-01-01',
);

const clamped = (type: string, format: string, first: string, last: string) =>
  `case when c < '${first}'::${type} then '${first}' when c > '${last}'::${type} then '${last}' else to_char(c, '${format}') end`;
const clampedTimestamp = (type: string) => ({
  expected: clamped(
    type,
    'YYYY-MM-DD HH24:MI:SS.US',
    '1900-01-01 00:00:00.000000',
    '2299-12-31 23:59:59.999999',
  ),
  stored: 'toString(c)',
});

/** Quotes an element of an array where it is necessary. */
const element = (value: string | null) =>
  value === null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const arrayOf = (elements: Arbitrary<string>) =>
  fc.array(fc.option(elements), { maxLength: 4 }).map((values) => `{${values.map(element).join(',')}}`);
const matrixOf = (elements: Arbitrary<string>) =>
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(fc.option(elements), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
    .map((rows) => `{${rows.map((row) => `{${row.map(element).join(',')}}`).join(',')}}`);
const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
const asText = (type: string, ...values: readonly string[]): TypeCase => ({
  type,
  texts: oneOf(...values),
  ...AS_TEXT,
});

export const TYPE_CASES: readonly TypeCase[] = [
  { type: 'bool', texts: oneOf('t', 'f'), ...AS_IT_IS },
  { type: 'int2', texts: integer(16), ...AS_TEXT },
  { type: 'int4', texts: integer(32), ...AS_TEXT },
  { type: 'int8', texts: integer(64), ...AS_TEXT },
  { type: 'oid', texts: unsigned(32), ...AS_TEXT },
  { type: 'xid8', texts: unsigned(64), ...AS_TEXT },
  {
    type: 'float4',
    texts: real(fc.float),
    expected: "encode(float4send(c), 'hex')",
    stored: "lower(leftPad(hex(reinterpretAsUInt32(c)), 8, '0'))",
  },
  {
    type: 'float8',
    texts: real(fc.double),
    expected: "encode(float8send(c), 'hex')",
    stored: "lower(leftPad(hex(reinterpretAsUInt64(c)), 16, '0'))",
  },
  { type: 'numeric', texts: fc.oneof(decimal(60, 30), oneOf('NaN', 'Infinity', '-Infinity')), ...AS_TEXT },
  {
    type: 'numeric(10,2)',
    texts: fc.oneof(decimal(10, 2), oneOf('NaN')),
    expected: "case when c <> 'NaN' then trim_scale(c)::text end",
    stored: 'toString(c)',
  },
  { type: 'numeric(76,38)', texts: decimal(76, 38), expected: 'trim_scale(c)::text', stored: 'toString(c)' },
  { type: 'numeric(100,2)', texts: decimal(98, 2), ...AS_TEXT },
  { type: 'numeric(5,0)', texts: decimal(5, 0), ...AS_TEXT },
  { type: 'text', texts: tricky, ...AS_TEXT },
  { type: 'varchar(40)', texts: tricky, ...AS_TEXT },
  {
    type: 'char(12)',
    texts: tricky.map((value) => Array.from(value).slice(0, 12).join('')),
    expected: 'rpad(c::text, 12)',
    stored: 'toString(c)',
  },
  { type: '"char"', texts: oneOf('a', '', 'é'), ...AS_TEXT },
  { type: 'name', texts: oneOf('orders', 'a b', ''), ...AS_TEXT },
  {
    type: 'bytea',
    texts: fc.uint8Array({ maxLength: 12 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
    expected: "encode(c, 'hex')",
    stored: 'lower(hex(c))',
  },
  { type: 'uuid', texts: fc.uuid(), ...AS_TEXT },
  {
    type: 'date',
    texts: fc.oneof(day, beyond),
    expected: clamped('date', 'YYYY-MM-DD', '1900-01-01', '2299-12-31'),
    stored: 'toString(c)',
  },
  { type: 'timestamp', texts: fc.oneof(timestamp, beyond), ...clampedTimestamp('timestamp') },
  {
    type: 'timestamptz',
    texts: fc.oneof(
      timestamp.map((value) => `${value}+05:30`),
      beyond,
    ),
    ...clampedTimestamp('timestamptz'),
  },
  {
    type: 'timestamptz(3)',
    texts: timestamp.map((value) => `${value}-08`),
    ...clampedTimestamp('timestamptz'),
  },
  { type: 'time', texts: time, ...AS_TEXT },
  { type: 'timetz', texts: time.map((value) => `${value}+02`), ...AS_TEXT },
  { type: 'interval', texts: oneOf('1 year 2 mons 3 days 04:05:06.789', '-1 day', '0'), ...AS_TEXT },
  { type: 'json', texts: fc.json(), ...AS_TEXT },
  { type: 'jsonb', texts: fc.json().filter((value) => !value.includes('\\u0000')), ...AS_TEXT },
  asText('xml', '<a b="c">d &amp; e</a>', 'text'),
  asText('money', '12.34', '-1234567.89'),
  asText('inet', '192.168.0.1/24', '::1'),
  asText('cidr', '10.0.0.0/8'),
  asText('macaddr', '08:00:2b:01:02:03'),
  asText('bit(5)', '10101', '00000'),
  asText('varbit', '1', '010'),
  asText('point', '(1.5,-2)'),
  asText('polygon', '((0,0),(1,1),(2,0))'),
  asText('int4range', '[1,10)', 'empty', '(,5]'),
  asText('tstzrange', '[2024-01-01 00:00:00+02,infinity)'),
  asText('nummultirange', '{[1.5,2],[5,)}'),
  asText('tsvector', "'a':1 'b c':2"),
  asText('tsquery', "'a' & !'b'"),
  asText('pg_lsn', '16/B374D848'),
  asText('jsonpath', '$.a[*] ? (@ > 1)'),
  {
    type: 'mood',
    setUp: `create type mood as enum ('happy', 'so so', '')`,
    texts: oneOf('happy', 'so so', ''),
    ...AS_TEXT,
  },
  {
    type: 'pair',
    setUp: 'create type pair as (a int, b text)',
    texts: oneOf('(1,"x, y")', '(,)'),
    ...AS_TEXT,
  },
  {
    type: 'price',
    setUp: 'create domain price as numeric(8,2) check (value >= 0)',
    texts: oneOf('1.50', '0'),
    expected: 'trim_scale(c)::text',
    stored: 'toString(c)',
  },
  {
    type: 'prices',
    setUp: 'create domain prices as price[]',
    texts: oneOf('{1.5,2}', '{}', '{NULL}'),
    expected: 'to_json(c::numeric[]::text[])',
    stored: 'arrayMap(x -> toDecimalString(x, 2), c)',
  },
  { type: 'int4[]', texts: arrayOf(integer(32)), ...AS_IT_IS },
  { type: 'int4[][]', texts: fc.oneof(matrixOf(integer(32)), oneOf('{}')), ...AS_IT_IS },
  {
    type: 'int4[][][]',
    texts: oneOf('{{{1,2},{3,4}},{{5,6},{7,NULL}}}', '{}', '{{{1}},{{2}}}'),
    ...AS_IT_IS,
  },
  { type: 'text[]', texts: arrayOf(tricky), ...AS_IT_IS },
  { type: 'text[][]', texts: matrixOf(tricky), ...AS_IT_IS },
  { type: 'bool[]', texts: arrayOf(oneOf('t', 'f')), ...AS_IT_IS },
  { type: 'uuid[]', texts: arrayOf(fc.uuid()), ...AS_IT_IS },
  {
    type: 'bytea[]',
    texts: oneOf('{"\\\\x00ff","\\\\x",NULL}'),
    expected: `(select json_agg(encode(e, 'hex')) from unnest(c) e)`,
    stored: 'arrayMap(x -> lower(hex(x)), c)',
  },
  {
    type: 'jsonb[]',
    texts: arrayOf(oneOf('{"a": [1, "x"]}', '"q\\"s"')),
    expected: 'to_json(c::text[])',
    stored: 'c',
  },
  {
    type: 'numeric(6,2)[]',
    texts: arrayOf(oneOf('1.25', '-3.00', 'NaN')),
    expected: `(select coalesce(json_agg(nullif(e, 'NaN')::text), '[]') from unnest(c) e)`,
    stored: 'arrayMap(x -> toDecimalString(x, 2), c)',
  },
  {
    type: 'timestamptz[]',
    texts: arrayOf(timestamp.map((value) => `${value}Z`)),
    expected: `(select coalesce(json_agg(to_char(e, 'YYYY-MM-DD HH24:MI:SS.US')), '[]') from unnest(c) e)`,
    stored: 'c',
  },
  {
    type: 'box[]',
    texts: oneOf('{(1,1),(0,0);(3,3),(2,2)}', '{}'),
    expected: `(select coalesce(json_agg(e::text), '[]') from unnest(c) e)`,
    stored: 'c',
  },
  {
    type: 'moods',
    setUp: 'create domain moods as mood[]',
    texts: oneOf('{happy,"so so",NULL}'),
    expected: 'to_json(c::mood[]::text[])',
    stored: 'c',
  },
];

import type { SourceKindName } from '@penstock/contract';

/** The expressions that one column can be. */
export type ColumnProperty =
  | 'timestampValueExpression'
  | 'serviceNameExpression'
  | 'severityTextExpression'
  | 'bodyExpression'
  | 'traceIdExpression'
  | 'spanIdExpression'
  | 'parentSpanIdExpression'
  | 'spanNameExpression'
  | 'durationExpression'
  | 'statusCodeExpression'
  | 'resourceAttributesExpression';

/** The columns that usually have the values of a property. */
interface UsualColumns {
  /** The name in the OpenTelemetry layout. */
  readonly openTelemetry: readonly string[];
  /** Usual names in other layouts, the most usual first, in lower case and without separators. */
  readonly others: readonly string[];
  /** The types that a column can have, without Nullable and LowCardinality. */
  readonly type: RegExp;
}

const TEXT = /^(?:String|FixedString|Enum)/;
const ID = /^(?:String|FixedString|UUID|U?Int)/;
const TIME = /^(?:DateTime|Date)/;
const NUMBER = /^(?:U?Int|Float|Decimal)/;

export const USUAL_COLUMNS: Readonly<Record<ColumnProperty, UsualColumns>> = {
  timestampValueExpression: {
    openTelemetry: ['Timestamp', 'TimeUnix'],
    others: words(
      'timestamp timeunix time ts datetime eventtime starttime createdat logtime receivedat date',
    ),
    type: TIME,
  },
  serviceNameExpression: {
    openTelemetry: ['ServiceName'],
    others: words('servicename service app appname application applicationname program containername job'),
    type: TEXT,
  },
  severityTextExpression: {
    openTelemetry: ['SeverityText'],
    others: words('severitytext severity level loglevel lvl priority'),
    type: TEXT,
  },
  bodyExpression: {
    openTelemetry: ['Body'],
    others: words('body message msg log logmessage text line content raw'),
    type: TEXT,
  },
  traceIdExpression: { openTelemetry: ['TraceId'], others: words('traceid trace'), type: ID },
  spanIdExpression: { openTelemetry: ['SpanId'], others: words('spanid span'), type: ID },
  parentSpanIdExpression: {
    openTelemetry: ['ParentSpanId'],
    others: words('parentspanid parentid parentspan'),
    type: ID,
  },
  spanNameExpression: {
    openTelemetry: ['SpanName'],
    others: words('spanname operationname operation name'),
    type: TEXT,
  },
  durationExpression: {
    openTelemetry: ['Duration'],
    others: words(
      'duration durationns durationnano durationnanos durationus durationmicros durationms durationmillis durationseconds elapsed elapsedms latency latencyms',
    ),
    type: NUMBER,
  },
  statusCodeExpression: {
    openTelemetry: ['StatusCode'],
    others: words('statuscode spanstatus status'),
    type: /^(?:String|FixedString|Enum|U?Int|Bool)/,
  },
  resourceAttributesExpression: {
    openTelemetry: ['ResourceAttributes'],
    others: words('resourceattributes resource resourcetags labels tags'),
    type: /^(?:Map|JSON|Object|String)/,
  },
};

const COMMON: readonly ColumnProperty[] = [
  'serviceNameExpression',
  'traceIdExpression',
  'spanIdExpression',
  'resourceAttributesExpression',
];

/** The optional properties of a kind that one column can be. */
export const PROPERTIES_OF_KIND: Readonly<Record<SourceKindName, readonly ColumnProperty[]>> = {
  log: ['serviceNameExpression', 'severityTextExpression', 'bodyExpression', ...COMMON.slice(1)],
  trace: [
    'serviceNameExpression',
    'traceIdExpression',
    'spanIdExpression',
    'parentSpanIdExpression',
    'spanNameExpression',
    'durationExpression',
    'statusCodeExpression',
    'resourceAttributesExpression',
  ],
  metric: COMMON,
  session: COMMON,
};

/** The digits of a second of a duration, by the end of the name of its column. */
const PRECISIONS: readonly (readonly [RegExp, number])[] = [
  [/(?:ns|nano|nanos|nanoseconds)$/, 9],
  [/(?:us|micro|micros|microseconds)$/, 6],
  [/(?:ms|milli|millis|milliseconds)$/, 3],
  [/(?:sec|secs|seconds)$/, 0],
];

/** The precision by the name of a column; undefined if the name contains none. */
export function precisionOf(column: string): number | undefined {
  if (USUAL_COLUMNS.durationExpression.openTelemetry.includes(column)) return 9;
  return PRECISIONS.find(([ending]) => ending.test(plainName(column)))?.[1];
}

/** A name in lower case and without separators. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

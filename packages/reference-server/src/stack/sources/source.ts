import type {
  Source as ContractSource,
  Readable,
  SourceCreate,
  SourceKindName,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';
import type { Content } from '../base/resource.ts';

export type Source = Readable<ContractSource>;
export type SourceBody = Writable<SourceCreate>;

/** The properties that apply to some kinds of sources only (D-50). */
const KINDS_OF: Partial<Readonly<Record<keyof SourceBody, readonly SourceKindName[]>>> = {
  defaultTableSelectExpression: ['log', 'trace'],
  severityTextExpression: ['log'],
  bodyExpression: ['log'],
  parentSpanIdExpression: ['trace'],
  spanNameExpression: ['trace'],
  durationExpression: ['trace'],
  durationPrecision: ['trace'],
  statusCodeExpression: ['trace'],
  metricTables: ['metric'],
  traceSourceId: ['session'],
};

/** The properties that some kinds require in addition. */
const NEEDED: Partial<Readonly<Record<SourceKindName, readonly (keyof SourceBody)[]>>> = {
  metric: ['metricTables'],
  session: ['traceSourceId'],
};

/** Milliseconds. */
const DEFAULT_DURATION_PRECISION = 3;

/** The errors of a source that do not depend on other resources (D-50, D-54). */
export function checkSource(body: SourceBody): ErrorEntry[] {
  return [
    ...(Object.keys(body) as (keyof SourceBody)[])
      .filter((name) => KINDS_OF[name]?.includes(body.kind) === false)
      .map((name) => notApplicable(`/${name}`, 'does not apply to this kind of source; remove it')),
    ...(NEEDED[body.kind] ?? [])
      .filter((name) => body[name] === undefined)
      .map((name) => required(`/${name}`, `by the kind ${body.kind}`)),
    ...checkTable(body),
  ];
}

/** The source of a body, with defaults. */
export function defineSource(body: SourceBody): Content<Source> {
  const { kind, from, durationPrecision = DEFAULT_DURATION_PRECISION } = body;
  return {
    ...body,
    from: { ...from, tableName: from.tableName ?? '' },
    ...(kind === 'trace' ? { durationPrecision } : {}),
  };
}

/** A metric source has one table per metric type instead (D-54). */
function checkTable({ kind, from: { tableName = '' } }: SourceBody): ErrorEntry[] {
  if (kind !== 'metric')
    return tableName === '' ? [required('/from/tableName', 'by this kind of source')] : [];
  return tableName === ''
    ? []
    : [notApplicable('/from/tableName', 'must be empty, because metricTables names the tables of metrics')];
}

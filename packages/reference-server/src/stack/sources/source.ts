import type { Source as ContractSource, Readable, SourceCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../base/error-entries.ts';
import type { Content } from '../base/resource.ts';

export type Source = Readable<ContractSource>;
export type SourceBody = Writable<SourceCreate>;

/** Milliseconds. */
const DEFAULT_DURATION_PRECISION = 3;

/** The source of a body, with defaults. */
export function defineSource(body: SourceBody): Content<Source> {
  const { kind, from, durationPrecision = DEFAULT_DURATION_PRECISION } = body;
  return {
    ...body,
    from: { ...from, tableName: from.tableName ?? '' },
    ...(kind === 'trace' ? { durationPrecision } : {}),
  };
}

/** The errors of the table: a metric source has one table per metric type instead (D-54). */
export function checkSource({ kind, from: { tableName = '' } }: SourceBody): ErrorEntry[] {
  if (kind !== 'metric')
    return tableName === '' ? [required('/from/tableName', 'by this kind of source')] : [];
  return tableName === ''
    ? []
    : [notApplicable('/from/tableName', 'must be empty, because metricTables names the tables of metrics')];
}
